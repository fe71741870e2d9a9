import { type ISecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { DeploymentSettings } from '../settings.ts';
import type { ApiFunction } from './api-function.ts';

/**
 * The operator's Stripe keys. The function that starts payments reads one, the function that receives Stripe's events
 * the other; none reads both.
 */
export class StripeKeys extends Construct {
  private readonly key: ISecret;
  private readonly webhook: ISecret;
  private readonly live: boolean;

  constructor(
    scope: Construct,
    id: string,
    { keyArn, webhookArn, live }: NonNullable<DeploymentSettings['stripe']>,
  ) {
    super(scope, id);
    this.key = Secret.fromSecretCompleteArn(this, 'Key', keyArn);
    this.webhook = Secret.fromSecretCompleteArn(this, 'Webhook', webhookArn);
    this.live = live;
  }

  /** Lets a function start payments. */
  grantCharge(fn: ApiFunction): void {
    this.key.grantRead(fn.role);
    fn.setVariable('STRIPE_KEY_SECRET_ARN', this.key.secretArn);
    fn.setVariable('STRIPE_LIVE', String(this.live));
  }

  /** Lets a function verify events from Stripe. */
  grantVerify(fn: ApiFunction): void {
    this.webhook.grantRead(fn.role);
    fn.setVariable('STRIPE_WEBHOOK_SECRET_ARN', this.webhook.secretArn);
  }
}
