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
import { CARD_PREFIX } from '../../core/pages/card.ts';
import type { ApiFunction } from './api-function.ts';

/** Days to keep overwritten or deleted versions. */
const VERSION_DAYS = 30;

/** Days to keep a social card, which is drawn again when somebody asks for it later. */
const CARD_DAYS = 90;

export interface SiteBucketProps {
  readonly removalPolicy: RemovalPolicy;
  /** Whether to keep overwritten and deleted versions for a while. */
  readonly versioned?: boolean;
}

/** A private bucket that only CloudFront reads. */
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
            // Time to restore an object deleted by mistake.
            noncurrentVersionExpiration: Duration.days(VERSION_DAYS),
            expiredObjectDeleteMarker: true,
            abortIncompleteMultipartUploadAfter: Duration.days(1),
          },
          { prefix: CARD_PREFIX, expiration: Duration.days(CARD_DAYS) },
        ],
      }),
      removalPolicy,
      autoDeleteObjects: removalPolicy === RemovalPolicy.DESTROY,
    }) as IBucket;
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'Every object is public and served through CloudFront; an access log would contain visitors’ addresses.',
    });
  }

  /** Lets a function in another stack add images, but not read or remove them. */
  grantAdd(fn: ApiFunction): void {
    this.grant(fn, 's3:PutObject', ASSET_PREFIX);
  }

  /** Lets a function in another stack remove images, but not read or add them; versions stay. */
  grantRemove(fn: ApiFunction): void {
    this.grant(fn, 's3:DeleteObject', ASSET_PREFIX);
  }

  /** Lets a function in another stack read and write social cards, and read images, but not list or remove them. */
  grantKeepCards(fn: ApiFunction): void {
    this.grant(fn, 's3:GetObject', ASSET_PREFIX);
    this.grant(fn, 's3:GetObject', CARD_PREFIX);
    this.grant(fn, 's3:PutObject', CARD_PREFIX);
  }

  private grant(fn: ApiFunction, action: string, prefix: string): void {
    const { stackName, region } = Stack.of(this);
    // Our own output instead of the one CDK would generate, because the finding below names it.
    this.#arn ??= new CfnOutput(this, 'Arn', { value: this.bucket.bucketArn });
    const arn = Fn.getStackOutput(stackName, this.#arn.logicalId, region);
    fn.role.addToPolicy(new PolicyStatement({ actions: [action], resources: [`${arn}/${prefix}*`] }));
    fn.setVariable('ASSETS_BUCKET', this.bucket.bucketName);
    Validations.of(fn).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${JSON.stringify(Stack.of(this).resolve(arn))}/${prefix}*]`,
      reason: 'Objects are named by the hash of their content, which is not known in advance.',
    });
  }
}
