import { CfnOutput, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { SiteFile } from '../build/site-file.ts';
import { HttpFront } from '../constructs/http-front.ts';
import { OriginSecret } from '../constructs/origin-secret.ts';
import { SiteBucket } from '../constructs/site-bucket.ts';
import { SiteDistribution } from '../constructs/site-distribution.ts';
import { StaticSite } from '../constructs/static-site.ts';
import type { DeploymentSettings } from '../settings.ts';

interface EdgeStackProps extends StackProps {
  readonly settings: DeploymentSettings;
  readonly siteFiles: ReadonlyMap<string, SiteFile>;
}

/**
 * What the world sees: one host on CloudFront, with the HTTP API and the buckets behind it. It stands before the
 * functions, so that they can be told its address and find their static files there already.
 */
export class EdgeStack extends Stack {
  readonly front: HttpFront;
  readonly originSecret: OriginSecret;
  readonly baseUrl: string;
  readonly site: SiteDistribution;

  constructor(scope: Construct, id: string, { settings, siteFiles, ...props }: EdgeStackProps) {
    super(scope, id, { ...props, description: 'Anteroom: CloudFront, HTTP API, static files, uploads' });
    const removalPolicy = settings.preset.keepData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    this.originSecret = new OriginSecret(this, 'OriginSecret');
    this.front = new HttpFront(this, 'Front', { preset: settings.preset });

    const siteBucket = new SiteBucket(this, 'SiteBucket', { removalPolicy: RemovalPolicy.DESTROY });
    const uploadBucket = new SiteBucket(this, 'UploadBucket', { removalPolicy, versioned: true });
    new StaticSite(this, 'StaticSite', {
      bucket: siteBucket.bucket,
      files: siteFiles,
      logRetention: settings.preset.logDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.site = new SiteDistribution(this, 'Site', {
      settings,
      front: this.front,
      originSecret: this.originSecret,
      siteBucket,
      uploadBucket,
    });
    this.baseUrl = this.site.baseUrl;
    new CfnOutput(this, 'BaseUrl', { value: this.baseUrl, description: 'Where the service is found' });
  }
}
