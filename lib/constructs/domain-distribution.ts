import { ArnFormat, CfnOutput, Duration, Stack, Validations } from 'aws-cdk-lib';
import {
  AllowedMethods,
  type BehaviorOptions,
  CachedMethods,
  CfnConnectionGroup,
  type CfnDistribution,
  Distribution,
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
import { acknowledgeDistribution } from './acknowledge-distribution.ts';
import type { ApiFunction } from './api-function.ts';
import { ERRORS_NOT_KEPT, type SiteDistribution } from './site-distribution.ts';
import { createViewerFunction } from './viewer-function.ts';

export interface DomainDistributionProps {
  readonly settings: DeploymentSettings;
  /** Custom domains share its origins and policies. */
  readonly site: SiteDistribution;
}

const TAG = 'anteroom-stage';

/**
 * Serves custom domains: a multi-tenant distribution, to which the service adds a tenant per domain, and the connection
 * group that their CNAMEs point to.
 */
export class DomainDistribution extends Construct {
  readonly distribution: Distribution;
  readonly connectionGroup: CfnConnectionGroup;
  /** Where the CNAME of a custom domain points. */
  readonly fallbackOrigin: string;
  readonly #tag: string;
  readonly #webAclArn: string | undefined;

  constructor(scope: Construct, id: string, { settings, site }: DomainDistributionProps) {
    super(scope, id);
    this.#tag = settings.stage;
    this.#webAclArn = settings.webAclArn;
    this.connectionGroup = new CfnConnectionGroup(this, 'ConnectionGroup', {
      // Names in CloudFront are unique per account, so include the region.
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
    acknowledgeDistribution(this.distribution, settings);
    if (settings.domain)
      Validations.of(this.distribution).acknowledge({
        id: '@aws-cdk/aws-cloudfront:emptyDomainNames',
        reason: 'Its tenants have the domain names.',
      });
  }

  /** Lets a function check whether another distribution uses a domain. */
  grantLookUp(fn: ApiFunction): void {
    fn.role.addToPolicy(
      new PolicyStatement({
        actions: ['cloudfront:GetDistributionTenantByDomain'],
        resources: [this.tenantArn],
      }),
    );
    this.describe(fn);
  }

  /** Lets a function create and delete domains: only tenants of this deployment. */
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
      // It is read before it exists, when it has no tag yet.
      new PolicyStatement({ actions: ['cloudfront:GetDistributionTenant'], resources: [this.tenantArn] }),
      // Creating a tenant and requesting a certificate have no resource that a policy could name.
      new PolicyStatement({
        actions: ['cloudfront:CreateDistributionTenant'],
        resources: ['*'],
        conditions: becomesOurs,
      }),
      new PolicyStatement({
        actions: ['cloudfront:TagResource'],
        resources: [this.tenantArn],
        conditions: becomesOurs,
      }),
      new PolicyStatement({
        actions: [
          'cloudfront:GetManagedCertificateDetails',
          'cloudfront:UpdateDistributionTenant',
          'cloudfront:DeleteDistributionTenant',
        ],
        resources: [this.tenantArn],
        conditions: isOurs,
      }),
      // CloudFront requests the certificate on behalf of the caller that creates the tenant.
      new PolicyStatement({ actions: ['acm:RequestCertificate'], resources: ['*'] }),
      new PolicyStatement({
        actions: ['acm:DescribeCertificate', 'acm:AddTagsToCertificate'],
        resources: [certificates],
      }),
      // CloudFront looks at the firewall that the tenant inherits.
      ...(this.#webAclArn
        ? [new PolicyStatement({ actions: ['wafv2:GetWebACL'], resources: [this.#webAclArn] })]
        : []),
    ];
    for (const statement of statements) fn.role.addToPolicy(statement);
    this.describe(fn);
    fn.setVariable('DOMAINS_CONNECTION_GROUP_ID', this.connectionGroup.attrId);
    fn.setVariable('DOMAINS_TAG', `${TAG}=${this.#tag}`);
    Validations.of(fn).acknowledge({
      id: `AwsSolutions-IAM5[Resource::arn:${Stack.of(this).partition}:acm:us-east-1:<AWS::AccountId>:certificate/*]`,
      reason: 'AWS names the certificates of custom domains when they are requested.',
    });
  }

  private describe(fn: ApiFunction): void {
    fn.setVariable('FALLBACK_ORIGIN', this.fallbackOrigin);
    fn.setVariable('DOMAINS_DISTRIBUTION_ID', this.distribution.distributionId);
    Validations.of(fn).acknowledge({
      id: `AwsSolutions-IAM5[Resource::arn:${Stack.of(this).partition}:cloudfront::<AWS::AccountId>:distribution-tenant/*]`,
      reason:
        'CloudFront names tenants when domains are connected; only tenants with the tag of this deployment may be changed.',
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
      comment: 'Custom domains: HSTS for a day, without subdomains',
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
      // Tenants use their own certificates; this one sets their minimum TLS version.
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
    const request = createViewerFunction(
      this,
      'Request',
      'domain-request.js',
      'Only the page and the signups of a custom domain',
    );
    return {
      origin: site.apiOrigin,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachedMethods: CachedMethods.CACHE_GET_HEAD,
      cachePolicy: site.policies.dynamic,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      functionAssociations: [request, site.viewerResponse],
    };
  }

  /** Adds what the construct cannot express: a tenant-only distribution, whose connection group decides the rest. */
  private asTenantOnly(): void {
    const resource = this.distribution.node.defaultChild as CfnDistribution;
    resource.addPropertyOverride('DistributionConfig.ConnectionMode', 'tenant-only');
    resource.addPropertyOverride('DistributionConfig.TenantConfig', { ParameterDefinitions: [] });
    for (const name of ['IPV6Enabled', 'PriceClass', 'Aliases']) {
      resource.addPropertyDeletionOverride(`DistributionConfig.${name}`);
    }
  }

  /** Our own name for the endpoint, if we know the zone, so that it can change without customers changing DNS. */
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
}
