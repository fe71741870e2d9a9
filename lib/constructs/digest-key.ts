import { type RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { ApiFunction } from './api-function.ts';

/** The key of the digests by which emails and addresses are recognised without being stored. */
export class DigestKey extends Construct {
  readonly secret: Secret;

  constructor(scope: Construct, id: string, props: { readonly removalPolicy: RemovalPolicy }) {
    super(scope, id);
    this.secret = new Secret(this, 'Secret', {
      description:
        'Keys the digests of emails and addresses; if it changes, no email is recognised as joined any more',
      // 44 letters and digits are base64 of 33 bytes: 262 bits of chance.
      generateSecretString: { passwordLength: 44, excludePunctuation: true },
      removalPolicy: props.removalPolicy,
    });
    Validations.of(this.secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'The digests of all signups are made with it and cannot be made again: it must stay as long as they do.',
    });
  }

  grantRead(fn: ApiFunction): void {
    this.secret.grantRead(fn.role);
    fn.setVariable('DIGEST_KEY_SECRET_ARN', this.secret.secretArn);
  }
}
