import { CfnOutput, Duration, Fn, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { ASSET_PREFIX } from '../../core/assets/asset-url.ts';
import type { ApiFunction } from './api-function.ts';

/** Days for which a version is kept that was overwritten or deleted. */
const VERSION_DAYS = 30;

export interface SiteBucketProps {
  readonly removalPolicy: RemovalPolicy;
  /** Keep what is overwritten or deleted, for a while. */
  readonly versioned?: boolean;
}

/** A bucket that nobody but CloudFront reads. */
export class SiteBucket extends Construct {
  readonly bucket: IBucket;
  #arn: CfnOutput | undefined;

  constructor(scope: Construct, id: string, { removalPolicy, versioned = false }: SiteBucketProps) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      versioned,
      ...(versioned && {
        lifecycleRules: [
          {
            // Time to restore an object that was deleted by mistake.
            noncurrentVersionExpiration: Duration.days(VERSION_DAYS),
            expiredObjectDeleteMarker: true,
            abortIncompleteMultipartUploadAfter: Duration.days(1),
          },
        ],
      }),
      removalPolicy,
      autoDeleteObjects: removalPolicy === RemovalPolicy.DESTROY,
    }) as IBucket;
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'Every object is public by purpose and is read through CloudFront; a log of reads would hold visitors’ addresses.',
    });
  }

  /** Lets a function of another stack add images, and neither read nor remove any. */
  grantAdd(fn: ApiFunction): void {
    this.grant(fn, 's3:PutObject');
  }

  /** Lets a function of another stack remove images, and neither read nor add any; versions stay. */
  grantRemove(fn: ApiFunction): void {
    this.grant(fn, 's3:DeleteObject');
  }

  private grant(fn: ApiFunction, action: string): void {
    const { stackName, region } = Stack.of(this);
    // An output of our own instead of the one CDK would generate, because the finding below names it.
    this.#arn ??= new CfnOutput(this, 'Arn', { value: this.bucket.bucketArn });
    const arn = Fn.getStackOutput(stackName, this.#arn.logicalId, region);
    fn.role.addToPolicy(new PolicyStatement({ actions: [action], resources: [`${arn}/${ASSET_PREFIX}*`] }));
    fn.setVariable('ASSETS_BUCKET', this.bucket.bucketName);
    Validations.of(fn).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${JSON.stringify(Stack.of(this).resolve(arn))}/${ASSET_PREFIX}*]`,
      reason: 'An object is named by the hash of its content, which is not known in advance.',
    });
  }
}
