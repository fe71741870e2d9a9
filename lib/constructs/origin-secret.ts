import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { ApiFunction } from './api-function.ts';

/** What CloudFront adds to each request so that a function knows it came through CloudFront, and trusts its headers. */
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
      reason:
        'CloudFront and the functions read it at deploy time: replacing it is a deployment, not a rotation on its own.',
    });
  }

  /** The request header that CloudFront adds. */
  get header(): Record<string, string> {
    // A dynamic reference: CloudFormation fills it in, and no template holds the value.
    return { 'x-origin-secret': this.secret.secretValue.unsafeUnwrap() };
  }

  /** Lets a function recognise requests that came through CloudFront, without a look-up at its start. */
  grantRead(fn: ApiFunction): void {
    fn.setVariable('ORIGIN_SECRET', this.secret.secretValue.unsafeUnwrap());
  }
}
