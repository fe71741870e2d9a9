import type { RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import type { SealPurpose } from '../../core/sealing/sealer.ts';
import type { ApiFunction } from './api-function.ts';

/**
 * The KMS key that encrypts customers' secrets. Sealing and opening are granted separately for each purpose, and KMS
 * enforces it.
 */
export class SealKey extends Construct {
  readonly key: Key;

  constructor(scope: Construct, id: string, props: { readonly removalPolicy: RemovalPolicy }) {
    super(scope, id);
    this.key = new Key(this, 'Key', {
      description: 'Anteroom: secrets of customers (bot-challenge keys, connection strings, webhook secrets)',
      // KMS keeps older versions and can open what they sealed.
      enableKeyRotation: true,
      removalPolicy: props.removalPolicy,
    });
  }

  /** Lets a function seal secrets for one purpose. */
  grantSeal(fn: ApiFunction, purpose: SealPurpose): void {
    this.grant(fn, 'kms:GenerateDataKey', purpose);
  }

  /** Lets a function open secrets for one purpose. */
  grantOpen(fn: ApiFunction, purpose: SealPurpose): void {
    this.grant(fn, 'kms:Decrypt', purpose);
  }

  private grant(fn: ApiFunction, action: string, purpose: SealPurpose): void {
    fn.role.addToPolicy(
      new PolicyStatement({
        actions: [action],
        resources: [this.key.keyArn],
        conditions: { StringEquals: { 'kms:EncryptionContext:purpose': purpose } },
      }),
    );
    fn.setVariable('SEAL_KEY_ARN', this.key.keyArn);
  }
}
