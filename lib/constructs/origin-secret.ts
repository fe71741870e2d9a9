import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { ApiFunction } from './api-function.ts';

/**
 * A secret that CloudFront adds to each request, so that functions know it came through CloudFront and can trust its
 * headers.
 */
export class OriginSecret extends Construct {
  readonly secret: Secret;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.secret = new Secret(this, 'Secret', {
      description: 'Sent by CloudFront to the API in x-origin-secret',
      generateSecretString: { passwordLength: 48, excludePunctuation: true },
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(this.secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason: 'CloudFront and the functions read it at deployment, so replacing it takes a deployment.',
    });
  }

  /** The request header that CloudFront adds. */
  get header(): Record<string, string> {
    // A dynamic reference: CloudFormation fills it in, and no template contains the value.
    return { 'x-origin-secret': this.secret.secretValue.unsafeUnwrap() };
  }

  /** Lets a function recognize requests from CloudFront, without fetching the secret at startup. */
  grantRead(fn: ApiFunction): void {
    fn.setVariable('ORIGIN_SECRET', this.secret.secretValue.unsafeUnwrap());
  }
}
