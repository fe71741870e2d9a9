import { join } from 'node:path';
import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CachedMethods,
  CachePolicy,
  Function as CloudFrontFunction,
  Distribution,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  HttpVersion,
  type IOrigin,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, type HttpOriginProps, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import { EXPORT_PATH, UPLOAD_PATH } from '../../lambdas/http/routes.ts';
import type { DeploymentSettings } from '../settings.ts';
import type { HttpFront } from './http-front.ts';
import type { OriginSecret } from './origin-secret.ts';
import { REST_STAGE, type RestFront } from './rest-front.ts';
import { RestoreChallenge } from './restore-challenge.ts';
import type { SiteBucket } from './site-bucket.ts';
import { SitePolicies } from './site-policies.ts';
import { UploadAnswer, type UploadAnswerProps } from './upload-answer.ts';

const edge = (file: string): string => join(import.meta.dirname, '../edge', file);

/** Statuses that CloudFront would keep for ten seconds: a page must be there as soon as its waitlist is. */
export const ERRORS_NOT_KEPT = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504].map(httpStatus => ({
  httpStatus,
  ttl: Duration.seconds(0),
}));

/** API Gateway, of either kind, which answers what has the secret. */
const originOptions = ({ header }: OriginSecret): HttpOriginProps => ({
  protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
  originSslProtocols: [OriginSslPolicy.TLS_V1_2],
  customHeaders: header,
  readTimeout: Duration.seconds(30),
  keepaliveTimeout: Duration.seconds(60),
});

const restOrigin = (
  front: RestFront,
  { originSecret }: { readonly originSecret: OriginSecret },
  more: HttpOriginProps = {},
): IOrigin =>
  new HttpOrigin(front.hostName, { ...originOptions(originSecret), ...more, originPath: `/${REST_STAGE}` });

export interface SiteDistributionProps {
  readonly settings: DeploymentSettings;
  readonly front: HttpFront;
  readonly originSecret: OriginSecret;
  readonly siteBucket: SiteBucket;
  readonly uploadBucket: SiteBucket;
  readonly uploadFront: RestFront;
  readonly exportFront: RestFront;
  /** The function that answers uploads in API Gateway's place. */
  readonly uploadAnswer: Omit<UploadAnswerProps, 'stackId'>;
}

/** CloudFront in front of everything, under one host. */
export class SiteDistribution extends Construct {
  readonly distribution: Distribution;
  /** Where the service is found, without a trailing slash. */
  readonly baseUrl: string;
  /** Of its own host; undefined under CloudFront's own name. */
  readonly certificate: ICertificate | undefined;
  /** For other distributions that show parts of the site. */
  readonly policies: SitePolicies;
  readonly apiOrigin: IOrigin;
  readonly fileBehavior: BehaviorOptions;

  constructor(scope: Construct, id: string, props: SiteDistributionProps) {
    super(scope, id);
    const { settings } = props;
    this.policies = new SitePolicies(this, 'Policies');
    this.apiOrigin = new HttpOrigin(props.front.hostName, originOptions(props.originSecret));
    const fromFunctions = this.functionBehavior(this.apiOrigin);
    const stackId = `${Stack.of(this).stackName}Functions`;
    const restoreChallenge = new RestoreChallenge(this, 'RestoreChallenge', { stackId });
    const uploadAnswer = new UploadAnswer(this, 'UploadAnswer', { ...props.uploadAnswer, stackId });
    this.fileBehavior = this.siteBehavior(props.siteBucket);
    const fromSite = this.fileBehavior;
    const screens = this.screenBehavior(fromSite);
    this.certificate = settings.domain && this.findCertificate(settings.domain);

    this.distribution = new Distribution(this, 'Distribution', {
      comment: `Anteroom ${settings.stage}`,
      defaultBehavior: fromFunctions,
      additionalBehaviors: {
        [UPLOAD_PATH]: {
          ...fromFunctions,
          origin: restOrigin(props.uploadFront, props),
          edgeLambdas: [uploadAnswer.association],
        },
        [EXPORT_PATH.replace(/\{\w+\}/g, '*')]: {
          ...fromFunctions,
          // Between two parts as well, where one is read from a database that takes its time.
          origin: restOrigin(props.exportFront, props, { readTimeout: Duration.seconds(60) }),
          edgeLambdas: [restoreChallenge.association],
        },
        '/api/*': { ...fromFunctions, edgeLambdas: [restoreChallenge.association] },
        '/_page/*': fromSite,
        '/_dashboard/*': fromSite,
        '/dashboard': screens,
        '/dashboard/*': screens,
        '/docs': fromSite,
        '/docs/*': fromSite,
        '/assets/*': this.uploadBehavior(props.uploadBucket),
      },
      errorResponses: ERRORS_NOT_KEPT,
      httpVersion: HttpVersion.HTTP2_AND_3,
      priceClass: settings.stage === 'production' ? PriceClass.PRICE_CLASS_ALL : PriceClass.PRICE_CLASS_100,
      ...(settings.webAclArn && { webAclId: settings.webAclArn }),
      ...(settings.domain &&
        this.certificate && {
          domainNames: [settings.domain.name],
          certificate: this.certificate,
          minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
        }),
    });
    this.baseUrl = `https://${settings.domain?.name ?? this.distribution.distributionDomainName}`;
    if (settings.domain) this.addRecords(settings.domain);
    this.acknowledge(settings);
  }

  private functionBehavior(origin: IOrigin): BehaviorOptions {
    const viewerRequest = new CloudFrontFunction(this, 'ViewerRequest', {
      comment: 'Address and host of the viewer, as headers',
      code: FunctionCode.fromFile({ filePath: edge('viewer-request.js') }),
      runtime: FunctionRuntime.JS_2_0,
    });
    return {
      origin,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachedMethods: CachedMethods.CACHE_GET_HEAD,
      cachePolicy: this.policies.dynamic,
      // API Gateway knows a request by its own host name, so all but the viewer's is passed on.
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy: this.policies.transportHeaders,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      functionAssociations: [{ function: viewerRequest, eventType: FunctionEventType.VIEWER_REQUEST }],
    };
  }

  private siteBehavior({ bucket }: SiteBucket): BehaviorOptions {
    const objectHeaders = new CloudFrontFunction(this, 'ObjectHeaders', {
      comment: 'Headers that S3 keeps as metadata',
      code: FunctionCode.fromFile({ filePath: edge('object-headers.js') }),
      runtime: FunctionRuntime.JS_2_0,
    });
    return {
      // With the right to list, what is missing is a 404 and not a 403.
      origin: S3BucketOrigin.withOriginAccessControl(bucket, {
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: this.policies.siteHeaders,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      functionAssociations: [{ function: objectHeaders, eventType: FunctionEventType.VIEWER_RESPONSE }],
    };
  }

  /** The dashboard: each of its screens has a path, and all have one document. */
  private screenBehavior(fromSite: BehaviorOptions): BehaviorOptions {
    const dashboardRequest = new CloudFrontFunction(this, 'DashboardRequest', {
      comment: 'One document for every screen',
      code: FunctionCode.fromFile({ filePath: edge('dashboard-request.js') }),
      runtime: FunctionRuntime.JS_2_0,
    });
    return {
      ...fromSite,
      functionAssociations: [
        ...(fromSite.functionAssociations ?? []),
        { function: dashboardRequest, eventType: FunctionEventType.VIEWER_REQUEST },
      ],
    };
  }

  private uploadBehavior({ bucket }: SiteBucket): BehaviorOptions {
    return {
      origin: S3BucketOrigin.withOriginAccessControl(bucket, {
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      responseHeadersPolicy: this.policies.uploadHeaders,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    };
  }

  private findCertificate({
    name,
    certificateArn,
    hostedZone,
  }: NonNullable<DeploymentSettings['domain']>): ICertificate {
    if (certificateArn) return Certificate.fromCertificateArn(this, 'Certificate', certificateArn);
    return new Certificate(this, 'Certificate', {
      domainName: name,
      validation: CertificateValidation.fromDns(hostedZone && this.zone(hostedZone)),
    });
  }

  private zone({ id, name }: { id: string; name: string }) {
    const existing = this.node.tryFindChild('Zone');
    if (existing) return existing as ReturnType<typeof HostedZone.fromHostedZoneAttributes>;
    return HostedZone.fromHostedZoneAttributes(this, 'Zone', { hostedZoneId: id, zoneName: name });
  }

  private addRecords({ name, hostedZone }: NonNullable<DeploymentSettings['domain']>): void {
    if (!hostedZone) return;
    const record = {
      zone: this.zone(hostedZone),
      recordName: name,
      target: RecordTarget.fromAlias(new CloudFrontTarget(this.distribution)),
    };
    new ARecord(this, 'Address4', record);
    new AaaaRecord(this, 'Address6', record);
  }

  private acknowledge(settings: DeploymentSettings): void {
    Validations.of(this.distribution).acknowledge(
      {
        id: '@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
        reason:
          'A list is what the root of a bucket answers, and no behaviour leads there; the right makes 404 of 403.',
      },
      { id: 'AwsSolutions-CFR1', reason: 'Anybody anywhere may join a waitlist.' },
      {
        id: 'AwsSolutions-CFR3',
        reason:
          'CloudFront’s log holds the address of every visitor. Requests are counted in its metrics, and logged without personal data by the HTTP API.',
      },
    );
    if (!settings.webAclArn) {
      Validations.of(this.distribution).acknowledge({
        id: 'AwsSolutions-CFR2',
        reason:
          'A firewall is the operator’s choice (setting firewall or webAclArn); rates are limited for each account and each address without it.',
      });
    }
    if (!settings.domain) {
      Validations.of(this.distribution).acknowledge({
        id: 'AwsSolutions-CFR4',
        reason:
          'Under CloudFront’s own name its own certificate is used, whose lowest TLS version cannot be chosen; with domainName it is 1.2.',
      });
    }
  }
}
