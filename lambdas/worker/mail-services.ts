import type { Logger } from '@aws-lambda-powertools/logger';
import type pg from 'pg';
import { createEmailBudget } from '../../adapters/postgres/email/email-budget.ts';
import { createSentEmails } from '../../adapters/postgres/email/sent-emails.ts';
import { createStopStore } from '../../adapters/postgres/email/stop-store.ts';
import { createSuppressionStore } from '../../adapters/postgres/email/suppression-store.ts';
import { createSenderStore } from '../../adapters/postgres/senders/sender-store.ts';
import { createSesMailer } from '../../adapters/ses/mailer.ts';
import { createSesQuota } from '../../adapters/ses/quota.ts';
import type { SendServices } from '../../core/email/send-emails.ts';
import { createSendPace } from '../../core/email/send-pace.ts';
import {
  digestKey,
  emailLimits,
  mail,
  mailQuota,
  metrics as metricsNeed,
  ownTemplates,
  runtime,
  site,
} from '../../settings/needs.ts';
import type { SettingsOf } from '../../settings/read-settings.ts';
import { describeFailure } from '../middleware/describe-failure.ts';
import { createDigestKey } from '../services/digest-key.ts';
import type { Metrics } from '../services/metrics.ts';
import { siteFrom } from '../services/site.ts';

export const needs = [
  runtime,
  site,
  metricsNeed,
  mail,
  mailQuota,
  emailLimits,
  ownTemplates,
  digestKey,
] as const;

/** The services that send emails. */
export function createMailServices(
  settings: SettingsOf<typeof needs>,
  pool: pg.Pool,
  logger: Logger,
  metrics: Metrics,
) {
  const senders = createSenderStore(pool);
  const ses = { region: settings.AWS_REGION, endpoint: settings.AWS_ENDPOINT_URL_SESV2 };
  return {
    site: siteFrom(settings),
    stops: createStopStore(pool),
    suppressions: createSuppressionStore(pool),
    sentEmails: createSentEmails(pool),
    budget: createEmailBudget(pool),
    limits: {
      perRecipient: settings.EMAILS_PER_RECIPIENT_PER_DAY,
      perAccount: { free: settings.EMAILS_PER_DAY_FREE, pro: settings.EMAILS_PER_DAY_PRO },
    },
    ownTemplatesAfterHours: settings.OWN_TEMPLATES_AFTER_HOURS,
    digestKey: createDigestKey(settings),
    mailer: createSesMailer({
      ...ses,
      from: settings.EMAIL_FROM,
      configurationSet: settings.EMAIL_CONFIGURATION_SET,
    }),
    pace: createSendPace({
      readQuota: createSesQuota(ses),
      onKnown: ({ perDay, sentToday }) =>
        logger.info('sending quota', {
          perDay,
          sentToday,
          ...(perDay !== null && metrics({ MailQuotaPercent: Math.floor((100 * sentToday) / perDay) })),
        }),
      onUnknown: cause => logger.warn('sending quota unknown', { cause: describeFailure(cause) }),
    }),
    async onSenderRefused({ claimId }, cause) {
      logger.warn('sender of an account refused', { claimId, answer: cause.name });
      await senders.hasten(claimId);
    },
    onUnrecorded: cause => logger.warn('sent emails not recorded', { cause: describeFailure(cause) }),
    onUnsent: (reason, waitlistId, cause) =>
      logger.warn('email not sent', { reason, waitlistId, ...(cause && { answer: cause.message }) }),
  } satisfies SendServices & Record<string, unknown>;
}
