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

/** Cache and response header policies shared by every distribution of the site. */
export class SitePolicies extends Construct {
  /**
   * For responses from functions: cached only if their `Cache-Control` allows it, and per caller. Not the managed
   * `CachingDisabled`, because CloudFront does not compress what a policy forbids to cache.
   */
  readonly dynamic: CachePolicy;
  readonly transportHeaders: ResponseHeadersPolicy;
  readonly siteHeaders: ResponseHeadersPolicy;
  readonly uploadHeaders: ResponseHeadersPolicy;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.dynamic = new CachePolicy(this, 'Dynamic', {
      comment: 'Responses from functions: cached only if they allow it',
      minTtl: Duration.seconds(0),
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(1),
      queryStringBehavior: CacheQueryStringBehavior.all(),
      cookieBehavior: CacheCookieBehavior.all(),
      headerBehavior: CacheHeaderBehavior.allowList(
        'Authorization',
        'X-Api-Key',
        'Origin',
        'X-Viewer-Host',
        // As the edge tidies it (lib/edge/languages.js).
        'Accept-Language',
      ),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    });
    this.transportHeaders = new ResponseHeadersPolicy(this, 'TransportHeaders', {
      comment: 'Functions set their own headers; this one is for the host',
      securityHeadersBehavior: { strictTransportSecurity: STRICT_TRANSPORT },
    });
    this.siteHeaders = new ResponseHeadersPolicy(this, 'SiteHeaders', {
      comment: 'Static files, which set their own headers',
      securityHeadersBehavior: {
        strictTransportSecurity: STRICT_TRANSPORT,
        contentTypeOptions: { override: true },
      },
    });
    this.uploadHeaders = new ResponseHeadersPolicy(this, 'UploadHeaders', {
      comment: 'Uploaded images: nothing in them can run',
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
