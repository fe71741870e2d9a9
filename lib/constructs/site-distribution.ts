import { Duration, Stack } from 'aws-cdk-lib';
import { Certificate, CertificateValidation, type ICertificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CachedMethods,
  CachePolicy,
  Distribution,
  type FunctionAssociation,
  FunctionEventType,
  HttpVersion,
  type IOrigin,
  OriginProtocolPolicy,
  OriginRequestPolicy,
  OriginSslPolicy,
  PriceClass,
  type ResponseHeadersPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, type HttpOriginProps, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Construct } from 'constructs';
import { EMBED_PATH } from '../../core/waitlists/own-site-snippets.ts';
import { EXPORT_PATH, UPLOAD_PATH } from '../../lambdas/http/routes.ts';
import type { DeploymentSettings } from '../settings.ts';
import { acknowledgeDistribution } from './acknowledge-distribution.ts';
import type { HttpFront } from './http-front.ts';
import type { OriginSecret } from './origin-secret.ts';
import { REST_STAGE, type RestFront } from './rest-front.ts';
import { RestoreChallenge } from './restore-challenge.ts';
import type { SiteBucket } from './site-bucket.ts';
import { SitePolicies } from './site-policies.ts';
import { UploadAnswer, type UploadAnswerProps } from './upload-answer.ts';
import { createViewerFunction } from './viewer-function.ts';

/** Statuses that CloudFront caches for ten seconds by default: a new page must work as soon as its waitlist exists. */
export const ERRORS_NOT_KEPT = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504].map(httpStatus => ({
  httpStatus,
  ttl: Duration.seconds(0),
}));

/** API Gateway, HTTP or REST, which accepts only requests with the secret. */
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

const bucketBehavior = (
  { bucket }: SiteBucket,
  responseHeadersPolicy: ResponseHeadersPolicy,
): BehaviorOptions => ({
  // With permission to list, a missing object is a 404 instead of a 403.
  origin: S3BucketOrigin.withOriginAccessControl(bucket, {
    originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
  }),
  cachePolicy: CachePolicy.CACHING_OPTIMIZED,
  responseHeadersPolicy,
  viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
});

export interface SiteDistributionProps {
  readonly settings: DeploymentSettings;
  readonly front: HttpFront;
  readonly originSecret: OriginSecret;
  readonly siteBucket: SiteBucket;
  readonly uploadBucket: SiteBucket;
  readonly uploadFront: RestFront;
  readonly exportFront: RestFront;
  /** Answers uploads instead of API Gateway. */
  readonly uploadAnswer: Omit<UploadAnswerProps, 'stackId'>;
}

/** CloudFront in front of everything, under one host name. */
export class SiteDistribution extends Construct {
  readonly distribution: Distribution;
  /** The URL of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** The certificate of its own host name; undefined with CloudFront's name. */
  readonly certificate: ICertificate | undefined;
  /** For distributions that serve parts of the site. */
  readonly policies: SitePolicies;
  readonly apiOrigin: IOrigin;
  readonly fileBehavior: BehaviorOptions;
  readonly viewerResponse: FunctionAssociation;

  constructor(scope: Construct, id: string, props: SiteDistributionProps) {
    super(scope, id);
    const { settings } = props;
    this.policies = new SitePolicies(this, 'Policies');
    this.apiOrigin = new HttpOrigin(props.front.hostName, originOptions(props.originSecret));
    this.viewerResponse = createViewerFunction(
      this,
      'ViewerResponse',
      'viewer-response.js',
      'Browsers ask again for what CloudFront keeps',
    );
    const fromFunctions = this.functionBehavior(this.apiOrigin);
    const stackId = `${Stack.of(this).stackName}Functions`;
    const restoreChallenge = new RestoreChallenge(this, 'RestoreChallenge', { stackId });
    const uploadAnswer = new UploadAnswer(this, 'UploadAnswer', { ...props.uploadAnswer, stackId });
    this.fileBehavior = this.siteBehavior(props.siteBucket);
    const fromSite = this.fileBehavior;
    const tidied = {
      ...fromSite,
      functionAssociations: [
        ...(fromSite.functionAssociations ?? []),
        ...(fromFunctions.functionAssociations ?? []).filter(
          ({ eventType }) => eventType === FunctionEventType.VIEWER_REQUEST,
        ),
      ],
    };
    const screens = this.screenBehavior(fromSite);
    const uploads = {
      ...fromFunctions,
      origin: restOrigin(props.uploadFront, props),
      edgeLambdas: [uploadAnswer.association],
    };
    this.certificate = settings.domain && this.findCertificate(settings.domain);

    this.distribution = new Distribution(this, 'Distribution', {
      comment: `Anteroom ${settings.stage}`,
      defaultBehavior: fromFunctions,
      additionalBehaviors: {
        // A behavior is chosen by the path as it was sent.
        [UPLOAD_PATH]: uploads,
        [`${UPLOAD_PATH}/`]: uploads,
        [EXPORT_PATH.replace(/\{\w+\}/g, '*')]: {
          ...fromFunctions,
          // Also the limit between two parts of a response that is read slowly from a database.
          origin: restOrigin(props.exportFront, props, { readTimeout: Duration.seconds(60) }),
          edgeLambdas: [restoreChallenge.association],
        },
        '/api/*': { ...fromFunctions, edgeLambdas: [restoreChallenge.association] },
        '/_page/*': fromSite,
        '/_dashboard/*': fromSite,
        '/dashboard': screens,
        '/dashboard/*': screens,
        '/docs': fromSite,
        '/docs/*': tidied,
        '/changelog*': tidied,
        [EMBED_PATH]: fromSite,
        '/favicon.ico': fromSite,
        '/robots.txt': fromSite,
        '/assets/*': bucketBehavior(props.uploadBucket, this.policies.uploadHeaders),
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
    acknowledgeDistribution(this.distribution, settings);
  }

  private functionBehavior(origin: IOrigin): BehaviorOptions {
    const viewerRequest = createViewerFunction(
      this,
      'ViewerRequest',
      'viewer-request.js',
      'One path for each place, and the viewer’s address and host as headers',
    );
    return {
      origin,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachedMethods: CachedMethods.CACHE_GET_HEAD,
      cachePolicy: this.policies.dynamic,
      // API Gateway expects its own host name, so forward every header except the viewer's Host.
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy: this.policies.transportHeaders,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
      functionAssociations: [viewerRequest, this.viewerResponse],
    };
  }

  private siteBehavior(siteBucket: SiteBucket): BehaviorOptions {
    const objectHeaders = createViewerFunction(
      this,
      'ObjectHeaders',
      'object-headers.js',
      'Restores headers stored as S3 metadata',
    );
    return {
      ...bucketBehavior(siteBucket, this.policies.siteHeaders),
      functionAssociations: [objectHeaders],
    };
  }

  /** The dashboard: every screen has its own path and the same document. */
  private screenBehavior(fromSite: BehaviorOptions): BehaviorOptions {
    const dashboardRequest = createViewerFunction(
      this,
      'DashboardRequest',
      'dashboard-request.js',
      'One document for every screen',
    );
    return {
      ...fromSite,
      functionAssociations: [...(fromSite.functionAssociations ?? []), dashboardRequest],
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
}
