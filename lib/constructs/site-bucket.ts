import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
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

export interface SiteBucketProps {
  readonly removalPolicy: RemovalPolicy;
  /** Keep what is overwritten or deleted. */
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
      removalPolicy,
      autoDeleteObjects: removalPolicy === RemovalPolicy.DESTROY,
    }) as IBucket;
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'Every object is public by purpose and is read through CloudFront; a log of reads would hold visitors’ addresses.',
    });
  }

  /**
   * Lets a function of another stack add objects below a prefix, and neither read nor remove any.
   * @param options.arnOutput - the name that CDK gives to the output by which that stack learns the bucket's ARN
   */
  grantAdd(
    fn: ApiFunction,
    { prefix, variable, arnOutput }: { prefix: string; variable: string; arnOutput: string },
  ): void {
    fn.role.addToPolicy(
      new PolicyStatement({
        actions: ['s3:PutObject'],
        resources: [this.bucket.arnForObjects(`${prefix}*`)],
      }),
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
