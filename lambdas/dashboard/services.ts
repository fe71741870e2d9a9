import type { Logger } from '@aws-lambda-powertools/logger';
import type { Pool } from 'pg';
import { createBedrockWriter } from '../../adapters/bedrock/page-writer.ts';
import { createCheckoutStore } from '../../adapters/postgres/billing/checkout-store.ts';
import { createEmailBudget } from '../../adapters/postgres/email/email-budget.ts';
import { createSuppressionStore } from '../../adapters/postgres/email/suppression-store.ts';
import { createGenerationStore } from '../../adapters/postgres/page-generation/generation-store.ts';
import { createSesMailer } from '../../adapters/ses/mailer.ts';
import { createStripePayments } from '../../adapters/stripe/payments.ts';
import type { BillingServices } from '../../core/billing/services.ts';
import type { PageGenerationServices } from '../../core/page-generation/generate-page.ts';
import type { SampleEmailServices } from '../../core/sample-emails/sample-email.ts';
import type { emailLimits, mail, pageWriter, payments } from '../../settings/needs.ts';
import type { Settings, SettingsOf } from '../../settings/read-settings.ts';
import { reportSettlement } from '../billing/report-settlement.ts';
import { createCachedSecret } from '../services/cached-secret.ts';
import { htmlToText } from '../services/html-to-text.ts';

/** The services of payments. Without a Stripe key, payments are off. */
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

/** The services that generate pages. Without a model, generation is off. */
export const createGenerationServices = (
  pool: Pool,
  settings: Settings<typeof pageWriter>,
): Omit<PageGenerationServices, 'waitlists'> => ({
  generations: createGenerationStore(pool),
  writer: settings.BEDROCK_MODEL_ID
    ? createBedrockWriter({
        region: settings.AWS_REGION,
        modelId: settings.BEDROCK_MODEL_ID,
        endpoint: settings.AWS_ENDPOINT_URL_BEDROCK_RUNTIME,
      })
    : null,
});

/** The services of test emails, which count against the usual limits. */
export const createTestEmailServices = (
  pool: Pool,
  settings: SettingsOf<[typeof mail, typeof emailLimits]>,
): Omit<SampleEmailServices, 'waitlists' | 'domains' | 'digestKey'> => ({
  htmlToText,
  mailer: createSesMailer({
    region: settings.AWS_REGION,
    endpoint: settings.AWS_ENDPOINT_URL_SESV2,
    from: settings.EMAIL_FROM,
    configurationSet: settings.EMAIL_CONFIGURATION_SET,
  }),
  budget: createEmailBudget(pool),
  limits: {
    perRecipient: settings.EMAILS_PER_RECIPIENT_PER_DAY,
    perAccount: { free: settings.EMAILS_PER_DAY_FREE, pro: settings.EMAILS_PER_DAY_PRO },
  },
  suppressions: createSuppressionStore(pool),
});
