import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import { STAGING_PREFIX } from '../../lambdas/assets/upload-protocol.ts';
import type { ApiFunction } from './api-function.ts';

/** Holds uploaded bodies until the processor takes them. */
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
      // Cleans up after a processor that crashed; S3's minimum is a day.
      lifecycleRules: [{ prefix: STAGING_PREFIX, expiration: Duration.days(1) }],
      removalPolicy: RemovalPolicy.DESTROY,
      autoDeleteObjects: true,
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'Objects last a second, and are written and read only by our own functions, which log it.',
    });
  }

  /** Lets API Gateway write bodies. */
  grantStage(role: IRole): void {
    this.grant(role, 's3:PutObject');
  }

  /** Lets a function read and delete bodies. */
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
      reason: 'A body is staged under its request id, which is not known in advance.',
    });
  }
}
