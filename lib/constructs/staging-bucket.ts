import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { STAGING_PREFIX } from '../../lambdas/assets/upload-protocol.ts';
import type { ApiFunction } from './api-function.ts';

/** Where bodies of uploads wait for the processor, which removes them. */
export class StagingBucket extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.bucket = new Bucket(this, 'Bucket', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      objectOwnership: ObjectOwnership.BUCKET_OWNER_ENFORCED,
      // For what a processor that died left; a day is the least there is.
      lifecycleRules: [{ prefix: STAGING_PREFIX, expiration: Duration.days(1) }],
      removalPolicy: RemovalPolicy.DESTROY,
      autoDeleteObjects: true,
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-S1',
      reason:
        'An object is there for a second, written and read by our own functions, which log that they did.',
    });
  }

  /** Lets API Gateway write bodies. */
  grantStage(role: IRole): void {
    this.grant(role, 's3:PutObject');
  }

  /** Lets a function take bodies. */
  grantTake(fn: ApiFunction): void {
    this.grant(fn.role, 's3:GetObject', 's3:DeleteObject');
    fn.setVariable('STAGING_BUCKET', this.bucket.bucketName);
  }

  private grant(role: IRole, ...actions: string[]): void {
    role.addToPrincipalPolicy(
      new PolicyStatement({ actions, resources: [this.bucket.arnForObjects(`${STAGING_PREFIX}*`)] }),
    );
    const bucketId = Stack.of(this).getLogicalId(this.bucket.node.defaultChild as never);
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/${STAGING_PREFIX}*]`,
      reason: 'A body is staged under the id of its request, which nobody knows before.',
    });
  }
}
