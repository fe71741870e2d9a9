import { CfnOutput, Names, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import { CfnOriginAccessControl, CfnResponseHeadersPolicy } from 'aws-cdk-lib/aws-cloudfront';
import type { Construct } from 'constructs';
import { bundleOf, type FunctionBundle } from '../build/bundle-function.ts';
import type { SiteFile } from '../build/site-file.ts';
import { DomainDistribution } from '../constructs/domain-distribution.ts';
import { HttpFront } from '../constructs/http-front.ts';
import { OriginSecret } from '../constructs/origin-secret.ts';
import { RestFront } from '../constructs/rest-front.ts';
import { SiteBucket } from '../constructs/site-bucket.ts';
import { SiteDistribution } from '../constructs/site-distribution.ts';
import { StaticSite } from '../constructs/static-site.ts';
import type { DeploymentSettings } from '../settings.ts';

/** CloudFront's limit for the name of an origin access control; policies allow longer names. */
const LONGEST = 64;

/**
 * Adds the region to names that CloudFront keeps per account, where CDK does not. Otherwise deploying the same stack in
 * another region, for example to replace a lost one, would fail.
 */
function nameByRegion(stack: Stack): void {
  const { region } = stack;
  for (const construct of stack.node.findAll()) {
    const config =
      construct instanceof CfnResponseHeadersPolicy
        ? 'ResponseHeadersPolicyConfig'
        : construct instanceof CfnOriginAccessControl
          ? 'OriginAccessControlConfig'
          : undefined;
    if (config === undefined) continue;
    const resource = construct as CfnResponseHeadersPolicy | CfnOriginAccessControl;
    const name = Names.uniqueResourceName(resource, { maxLength: LONGEST - region.length - 1 });
    resource.addPropertyOverride(`${config}.Name`, `${name}-${region}`);
  }
}

interface EdgeStackProps extends StackProps {
  readonly settings: DeploymentSettings;
  readonly siteFiles: ReadonlyMap<string, SiteFile>;
  /** By function name. */
  readonly bundles: ReadonlyMap<string, FunctionBundle>;
}

/**
 * The public side: one host on CloudFront, with the HTTP API and the buckets behind it. It is deployed before the
 * functions, which need its address and its static files.
 */
export class EdgeStack extends Stack {
  readonly front: HttpFront;
  readonly originSecret: OriginSecret;
  /** Accepts uploads and stores images. */
  readonly uploadFront: RestFront;
  readonly uploadBucket: SiteBucket;
  /** Streams exports. */
  readonly exportFront: RestFront;
  /** The fixed name of the function that makes images. */
  readonly processorName: string;
  readonly baseUrl: string;
  readonly site: SiteDistribution;
  /** Serves custom domains. */
  readonly domains: DomainDistribution;

  constructor(scope: Construct, id: string, { settings, siteFiles, bundles, ...props }: EdgeStackProps) {
    super(scope, id, {
      ...props,
      description: 'Anteroom: CloudFront, HTTP API, static files, uploads, exports',
    });
    const removalPolicy = settings.preset.keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    this.originSecret = new OriginSecret(this, 'OriginSecret');
    this.front = new HttpFront(this, 'Front', { preset: settings.preset });

    const siteBucket = new SiteBucket(this, 'SiteBucket', { removalPolicy: RemovalPolicy.DESTROY });
    this.uploadFront = new RestFront(this, 'UploadFront', {
      name: `anteroom-${settings.stage}-uploads`,
      description: 'Anteroom: uploads',
      // Treat every body as bytes, whatever its declared type.
      binaryMediaTypes: ['*/*'],
      validatedBy: 'The body is a file, which only the processor can validate.',
    });
    this.exportFront = new RestFront(this, 'ExportFront', {
      name: `anteroom-${settings.stage}-exports`,
      description: 'Anteroom: exports',
      validatedBy: 'The function validates requests against the operation’s definition.',
    });
    this.processorName = `anteroom-${settings.stage}-assets`;
    this.uploadBucket = new SiteBucket(this, 'UploadBucket', { removalPolicy, versioned: true });
    this.site = new SiteDistribution(this, 'Site', {
      settings,
      front: this.front,
      originSecret: this.originSecret,
      siteBucket,
      uploadBucket: this.uploadBucket,
      uploadFront: this.uploadFront,
      exportFront: this.exportFront,
      uploadAnswer: { bundle: bundleOf(bundles, 'upload-answer'), processorName: this.processorName },
    });
    this.baseUrl = this.site.baseUrl;
    new StaticSite(this, 'StaticSite', {
      bucket: siteBucket.bucket,
      files: siteFiles,
      baseUrl: this.baseUrl,
      logRetention: settings.preset.logDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.domains = new DomainDistribution(this, 'Domains', { settings, site: this.site });
    nameByRegion(this);
    new CfnOutput(this, 'BaseUrl', { value: this.baseUrl, description: 'The URL of the service' });
    new CfnOutput(this, 'DistributionDomain', {
      value: this.site.distribution.distributionDomainName,
      description: 'Where the DNS record of your host name must point',
    });
  }
}
