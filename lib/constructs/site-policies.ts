import { Duration } from 'aws-cdk-lib';
import {
  CacheCookieBehavior,
  CacheHeaderBehavior,
  CachePolicy,
  CacheQueryStringBehavior,
  HeadersFrameOption,
  HeadersReferrerPolicy,
  ResponseHeadersPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { Construct } from 'constructs';
import { ASSET_POLICY, ASSET_RESOURCE_POLICY } from '../../core/assets/asset-headers.ts';

const STRICT_TRANSPORT = {
  accessControlMaxAge: Duration.days(730),
  includeSubdomains: true,
  override: true,
};

/** How CloudFront caches and what it adds, shared by every distribution that shows the site. */
export class SitePolicies extends Construct {
  /**
   * For what functions answer. Nothing is kept unless its own `Cache-Control` allows it, and then for the same caller
   * only. Not the managed `CachingDisabled`: CloudFront compresses nothing that a policy forbids to cache.
   */
  readonly dynamic: CachePolicy;
  readonly transportHeaders: ResponseHeadersPolicy;
  readonly siteHeaders: ResponseHeadersPolicy;
  readonly uploadHeaders: ResponseHeadersPolicy;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.dynamic = new CachePolicy(this, 'Dynamic', {
      comment: 'Answers of functions: kept only where they say so',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(1),
      queryStringBehavior: CacheQueryStringBehavior.all(),
      cookieBehavior: CacheCookieBehavior.all(),
      headerBehavior: CacheHeaderBehavior.allowList('Authorization', 'X-Api-Key', 'Origin', 'X-Viewer-Host'),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    });
    this.transportHeaders = new ResponseHeadersPolicy(this, 'TransportHeaders', {
      comment: 'Functions set their own headers; this one holds for the host',
      securityHeadersBehavior: { strictTransportSecurity: STRICT_TRANSPORT },
    });
    this.siteHeaders = new ResponseHeadersPolicy(this, 'SiteHeaders', {
      comment: 'Static files; their own headers come with them',
      securityHeadersBehavior: {
        strictTransportSecurity: STRICT_TRANSPORT,
        contentTypeOptions: { override: true },
      },
    });
    this.uploadHeaders = new ResponseHeadersPolicy(this, 'UploadHeaders', {
      comment: 'Uploaded images: nothing in them runs, wherever they are opened',
      securityHeadersBehavior: {
        strictTransportSecurity: STRICT_TRANSPORT,
        contentTypeOptions: { override: true },
        contentSecurityPolicy: {
          contentSecurityPolicy: ASSET_POLICY,
          override: true,
        },
        frameOptions: { frameOption: HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: HeadersReferrerPolicy.NO_REFERRER, override: true },
      },
      customHeadersBehavior: {
        customHeaders: [
          { header: 'Cross-Origin-Resource-Policy', value: ASSET_RESOURCE_POLICY, override: true },
        ],
      },
    });
  }
}
