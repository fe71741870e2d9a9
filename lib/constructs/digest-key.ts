import { type RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { ApiFunction } from './api-function.ts';

/** The key of the digests that recognize emails and addresses without storing them. */
export class DigestKey extends Construct {
  readonly secret: Secret;

  constructor(scope: Construct, id: string, props: { readonly removalPolicy: RemovalPolicy }) {
    super(scope, id);
    this.secret = new Secret(this, 'Secret', {
      description:
        'Keys the digests of emails and addresses, links, and codes. Several keys are separated by commas, oldest first',
      // 44 alphanumeric characters decode as base64 to 33 bytes, with 262 bits of entropy.
      generateSecretString: { passwordLength: 44, excludePunctuation: true },
      removalPolicy: props.removalPolicy,
    });
    Validations.of(this.secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'The digests of all signups depend on its first key and cannot be recomputed. A key for links is added by hand (docs/operations.md).',
    });
  }

  grantRead(fn: ApiFunction): void {
    fn.grantSecret('DIGEST_KEY_SECRET_ARN', this.secret.secretArn);
  }
}
