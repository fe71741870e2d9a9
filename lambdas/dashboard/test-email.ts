import type { Pool } from 'pg';
import type * as z from 'zod';
import { createEmailBudget } from '../../adapters/postgres/email-budget.ts';
import { createSuppressionStore } from '../../adapters/postgres/suppression-store.ts';
import { createSesMailer } from '../../adapters/ses/mailer.ts';
import type { SampleEmailServices } from '../../core/email-templates/sample-email.ts';
import type { EmailLimitSettings, EmailSettings } from '../../settings/functions.ts';
import { htmlToText } from '../services/html-to-text.ts';

type Settings = z.output<z.ZodObject<typeof EmailSettings & typeof EmailLimitSettings>> & {
  readonly AWS_REGION: string;
};

/** What test emails are made and sent with, within the limits of all others. */
export const createTestEmailServices = (
  pool: Pool,
  settings: Settings,
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
