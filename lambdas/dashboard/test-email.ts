import type { Pool } from 'pg';
import { createEmailBudget } from '../../adapters/postgres/email-budget.ts';
import { createSuppressionStore } from '../../adapters/postgres/suppression-store.ts';
import { createSesMailer } from '../../adapters/ses/mailer.ts';
import type { SampleEmailServices } from '../../core/email-templates/sample-email.ts';
import type { emailLimits, mail } from '../../settings/needs.ts';
import type { SettingsOf } from '../../settings/read-settings.ts';
import { htmlToText } from '../services/html-to-text.ts';

/** What test emails need; they count against the usual limits. */
export const createTestEmailServices = (
  pool: Pool,
  settings: SettingsOf<[typeof mail, typeof emailLimits]>,
): Omit<SampleEmailServices, 'waitlists' | 'digestKey'> => ({
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
