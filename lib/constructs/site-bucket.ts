import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { ApiFunction } from './api-function.ts';

/** Days for which a version is kept that was overwritten or deleted. */
const VERSION_DAYS = 30;

/** What a function may do with the objects below a prefix. */
interface ObjectGrant {
  readonly prefix: string;
  /** The environment variable that names the bucket. */
  readonly variable: string;
  /** The name that CDK gives to the output by which the stack of the function learns the bucket's ARN. */
  readonly arnOutput: string;
}

export interface SiteBucketProps {
  readonly removalPolicy: RemovalPolicy;
  /** Keep what is overwritten or deleted, for a while. */
  readonly versioned?: boolean;
}

/** A bucket that nobody but CloudFront reads. */
export class SiteBucket extends Construct {
  readonly bucket: IBucket;

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
            // For whoever deleted the wrong one; then what was deleted is gone.
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

  /** Lets a function of another stack add objects below a prefix, and neither read nor remove any. */
  grantAdd(fn: ApiFunction, grant: ObjectGrant): void {
    this.grant(fn, 's3:PutObject', grant);
  }

  /** Lets a function of another stack remove objects below a prefix, and neither read nor add any; versions stay. */
  grantRemove(fn: ApiFunction, grant: ObjectGrant): void {
    this.grant(fn, 's3:DeleteObject', grant);
  }

  private grant(fn: ApiFunction, action: string, { prefix, variable, arnOutput }: ObjectGrant): void {
    fn.role.addToPolicy(
      new PolicyStatement({ actions: [action], resources: [this.bucket.arnForObjects(`${prefix}*`)] }),
    );
    fn.setVariable(variable, this.bucket.bucketName);
    const { stackName, region } = Stack.of(this);
    const arn = { 'Fn::GetStackOutput': { StackName: stackName, Region: region, OutputName: arnOutput } };
    Validations.of(fn).acknowledge({
      id: `AwsSolutions-IAM5[Resource::${JSON.stringify(arn)}/${prefix}*]`,
      reason: 'The name of an object is the hash of what it holds, which nobody knows before.',
    });
  }
}
