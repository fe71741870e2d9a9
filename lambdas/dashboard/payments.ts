import type { Logger } from '@aws-lambda-powertools/logger';
import type { Pool } from 'pg';
import { createCheckoutStore } from '../../adapters/postgres/checkout-store.ts';
import { createStripePayments } from '../../adapters/stripe/payments.ts';
import type { BillingServices } from '../../core/billing/services.ts';
import type { payments } from '../../settings/needs.ts';
import type { Settings } from '../../settings/read-settings.ts';
import { reportSettlement } from '../billing/report-settlement.ts';
import { createCachedSecret } from '../services/cached-secret.ts';

/** What payments need. Without a Stripe key, payments are off. */
export function createPaymentServices(
  pool: Pool,
  settings: Settings<typeof payments>,
  logger: Logger,
): Omit<BillingServices, 'waitlists'> {
  const secretKey = createCachedSecret({
    value: settings.STRIPE_SECRET_KEY,
    arn: settings.STRIPE_KEY_SECRET_ARN,
    region: settings.AWS_REGION,
  });
  return {
    checkouts: createCheckoutStore(pool),
    // The webhook reports the same payment and raises the alarm.
    onApplied: reportSettlement(logger, () => ({})),
    payments:
      secretKey &&
      createStripePayments({ apiUrl: settings.STRIPE_API_URL, live: settings.STRIPE_LIVE, secretKey }),
  };
}
