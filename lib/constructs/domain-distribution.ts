import { join } from 'node:path';
import { ArnFormat, CfnOutput, Duration, Stack, Validations } from 'aws-cdk-lib';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachedMethods,
  CfnConnectionGroup,
  type CfnDistribution,
  Function as CloudFrontFunction,
  Distribution,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { CnameRecord, HostedZone } from 'aws-cdk-lib/aws-route53';
import { Construct } from 'constructs';
import type { DeploymentSettings } from '../settings.ts';
import type { ApiFunction } from './api-function.ts';
import { ERRORS_NOT_KEPT, type SiteDistribution } from './site-distribution.ts';

export interface DomainDistributionProps {
  readonly settings: DeploymentSettings;
  /** Whose origins and policies it shares. */
  readonly site: SiteDistribution;
}

const TAG = 'anteroom-stage';

/**
 * What serves custom domains: a multi-tenant distribution, which each domain becomes a tenant of while the service runs,
 * and the connection group whose endpoint their CNAMEs point to.
 */
export class DomainDistribution extends Construct {
  readonly distribution: Distribution;
  readonly connectionGroup: CfnConnectionGroup;
  /** Where the CNAME of a custom domain points. */
  readonly fallbackOrigin: string;
  readonly #tag: string;

  constructor(scope: Construct, id: string, { settings, site }: DomainDistributionProps) {
    super(scope, id);
    this.#tag = settings.stage;
    this.connectionGroup = new CfnConnectionGroup(this, 'ConnectionGroup', {
      // Of the whole account, as names at CloudFront are.
      name: `anteroom-${settings.stage}-${settings.region}`,
      enabled: true,
      ipv6Enabled: true,
    });
    this.distribution = this.createDistribution(settings, site);
    this.asTenantOnly();
    this.fallbackOrigin = this.addRecord(settings.domain) ?? this.connectionGroup.attrRoutingEndpoint;
    new CfnOutput(this, 'FallbackOrigin', {
      value: this.fallbackOrigin,
      description: 'Where the CNAME records of custom domains point',
    }).overrideLogicalId('FallbackOrigin');
    this.acknowledge(settings);
  }

  /** Lets a function find out whether another distribution has a domain. */
  grantLookUp(fn: ApiFunction): void {
    fn.role.addToPolicy(
      new PolicyStatement({
        actions: ['cloudfront:GetDistributionTenantByDomain'],
        resources: [this.tenantArn],
      }),
    );
    this.describe(fn);
  }

  /** Lets a function set domains up and take them down: tenants of this deployment, and no other. */
  grantReconcile(fn: ApiFunction): void {
    const isOurs = { StringEquals: { [`aws:ResourceTag/${TAG}`]: this.#tag } };
    const becomesOurs = { StringEquals: { [`aws:RequestTag/${TAG}`]: this.#tag } };
    const certificates = Stack.of(this).formatArn({
      service: 'acm',
      region: 'us-east-1',
      resource: 'certificate',
      resourceName: '*',
    });
    const statements = [
      new PolicyStatement({
        actions: ['cloudfront:CreateDistributionTenant'],
        resources: [this.tenantArn, this.distribution.distributionArn, this.connectionGroup.attrArn],
        conditions: becomesOurs,
      }),
      new PolicyStatement({
        actions: ['cloudfront:TagResource'],
        resources: [this.tenantArn],
        conditions: becomesOurs,
      }),
      new PolicyStatement({
        actions: [
          'cloudfront:GetDistributionTenant',
          'cloudfront:GetManagedCertificateDetails',
          'cloudfront:UpdateDistributionTenant',
          'cloudfront:DeleteDistributionTenant',
        ],
        resources: [this.tenantArn],
        conditions: isOurs,
      }),
      // CloudFront requests the certificate as the caller that creates the tenant.
      new PolicyStatement({
        actions: ['acm:RequestCertificate', 'acm:DescribeCertificate', 'acm:AddTagsToCertificate'],
        resources: [certificates],
      }),
    ];
    for (const statement of statements) fn.role.addToPolicy(statement);
    this.describe(fn);
    fn.setVariable('DOMAINS_CONNECTION_GROUP_ID', this.connectionGroup.attrId);
    fn.setVariable('DOMAINS_TAG', `${TAG}=${this.#tag}`);
    Validations.of(fn).acknowledge({
      id: `AwsSolutions-IAM5[Resource::arn:${Stack.of(this).partition}:acm:us-east-1:<AWS::AccountId>:certificate/*]`,
      reason: 'The certificates of custom domains are named by AWS as they are asked for.',
    });
  }

  private describe(fn: ApiFunction): void {
    fn.setVariable('FALLBACK_ORIGIN', this.fallbackOrigin);
    fn.setVariable('DOMAINS_DISTRIBUTION_ID', this.distribution.distributionId);
    Validations.of(fn).acknowledge({
      id: `AwsSolutions-IAM5[Resource::arn:${Stack.of(this).partition}:cloudfront::<AWS::AccountId>:distribution-tenant/*]`,
      reason:
        'Tenants are named by CloudFront as domains are connected; what may be changed is narrowed to those with the tag of this deployment.',
    });
  }

  private get tenantArn(): string {
    return Stack.of(this).formatArn({
      service: 'cloudfront',
      region: '',
      resource: 'distribution-tenant',
      resourceName: '*',
      arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    });
  }

  private createDistribution(settings: DeploymentSettings, site: SiteDistribution): Distribution {
    const headers = new ResponseHeadersPolicy(this, 'Headers', {
      comment: 'On the names of others: no promise about what is below them, and none for years',
      securityHeadersBehavior: {
        strictTransportSecurity: {
          accessControlMaxAge: Duration.days(1),
          includeSubdomains: false,
          override: true,
        },
        contentTypeOptions: { override: true },
      },
    });
    return new Distribution(this, 'Distribution', {
      comment: `Anteroom ${settings.stage}: custom domains`,
      defaultBehavior: this.pageBehavior(site, headers),
      additionalBehaviors: { '/_page/*': { ...site.fileBehavior, responseHeadersPolicy: headers } },
      errorResponses: ERRORS_NOT_KEPT,
      httpVersion: HttpVersion.HTTP2_AND_3,
      ...(settings.webAclArn && { webAclId: settings.webAclArn }),
      // Tenants bring certificates of their own; from this one they have the lowest version of TLS.
      ...(site.certificate && {
        certificate: site.certificate,
        minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
    });
  }

  private pageBehavior(
    site: SiteDistribution,
    responseHeadersPolicy: ResponseHeadersPolicy,
  ): BehaviorOptions {
    const request = new CloudFrontFunction(this, 'Request', {
      comment: 'Only the page of a custom domain and its signups',
      code: FunctionCode.fromFile({ filePath: join(import.meta.dirname, '../edge/domain-request.js') }),
      runtime: FunctionRuntime.JS_2_0,
    });
    return {
      origin: site.apiOrigin,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachedMethods: CachedMethods.CACHE_GET_HEAD,
      cachePolicy: site.policies.dynamic,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      functionAssociations: [{ function: request, eventType: FunctionEventType.VIEWER_REQUEST }],
    };
  }

  /** What the construct cannot say: that it has tenants, and so none of what a connection group decides. */
  private asTenantOnly(): void {
    const resource = this.distribution.node.defaultChild as CfnDistribution;
    resource.addPropertyOverride('DistributionConfig.ConnectionMode', 'tenant-only');
    resource.addPropertyOverride('DistributionConfig.TenantConfig', { ParameterDefinitions: [] });
    for (const name of ['IPV6Enabled', 'PriceClass', 'Aliases']) {
      resource.addPropertyDeletionOverride(`DistributionConfig.${name}`);
    }
  }

  /** Our own name for the endpoint, if we know the zone, so that the endpoint can change without customers changing DNS. */
  private addRecord(domain: DeploymentSettings['domain']): string | undefined {
    if (!domain?.hostedZone) return undefined;
    const { id, name } = domain.hostedZone;
    const recordName = `cname.${domain.name}`;
    new CnameRecord(this, 'Record', {
      zone: HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId: id, zoneName: name }),
      recordName,
      domainName: this.connectionGroup.attrRoutingEndpoint,
    });
    return recordName;
  }

  private acknowledge(settings: DeploymentSettings): void {
    Validations.of(this.distribution).acknowledge(
      {
        id: '@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
        reason: 'The right makes 404 of 403; no behaviour leads to the root of the bucket.',
      },
      { id: 'AwsSolutions-CFR1', reason: 'Anybody anywhere may join a waitlist.' },
      {
        id: 'AwsSolutions-CFR3',
        reason:
          'A multi-tenant distribution takes no such log, and it would hold the address of every visitor; the HTTP API logs requests without personal data.',
      },
    );
    if (settings.domain) {
      Validations.of(this.distribution).acknowledge({
        id: '@aws-cdk/aws-cloudfront:emptyDomainNames',
        reason: 'Its names are those of its tenants.',
      });
    }
    if (!settings.webAclArn) {
      Validations.of(this.distribution).acknowledge({
        id: 'AwsSolutions-CFR2',
        reason: 'A firewall is the operator’s choice (setting firewall or webAclArn), as for our own host.',
      });
    }
    if (!settings.domain) {
      Validations.of(this.distribution).acknowledge({
        id: 'AwsSolutions-CFR4',
        reason: 'Each tenant has a certificate of its own; with domainName the lowest TLS version is 1.2.',
      });
    }
  }
}
