import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type IBucket,
  ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';

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
}
