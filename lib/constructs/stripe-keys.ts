import { Construct } from 'constructs';
import type { DeploymentSettings } from '../settings.ts';
import type { ApiFunction } from './api-function.ts';

/**
 * The operator's Stripe keys. The function that starts payments reads one, the function that receives Stripe's events
 * the other; none reads both.
 */
export class StripeKeys extends Construct {
  private readonly keyArn: string;
  private readonly webhookArn: string;
  private readonly live: boolean;

  constructor(
    scope: Construct,
    id: string,
    { keyArn, webhookArn, live }: NonNullable<DeploymentSettings['stripe']>,
  ) {
    super(scope, id);
    this.keyArn = keyArn;
    this.webhookArn = webhookArn;
    this.live = live;
  }

  /** Lets a function start payments. */
  grantCharge(fn: ApiFunction): void {
    fn.grantSecret('STRIPE_KEY_SECRET_ARN', this.keyArn);
    fn.setVariable('STRIPE_LIVE', String(this.live));
  }

  /** Lets a function verify events from Stripe. */
  grantVerify(fn: ApiFunction): void {
    fn.grantSecret('STRIPE_WEBHOOK_SECRET_ARN', this.webhookArn);
  }
}
