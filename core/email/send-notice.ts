import { digestEmail } from '../identity/email-digest.ts';
import { type Email, EmailRefusedError } from './email.ts';
import type { SendServices } from './send-emails.ts';
import type { SuppressionStore } from './suppression.ts';

export interface NoticeServices extends Pick<SendServices, 'site' | 'digestKey' | 'mailer' | 'onUnsent'> {
  readonly suppressions: Pick<SuppressionStore, 'isSuppressed'>;
}

/**
 * Sends an email of ours to an account holder, about something that they must know.
 * @param aboutId - for the log, if it is not sent
 */
export async function sendNotice(services: NoticeServices, email: Email, aboutId: string): Promise<void> {
  const { suppressions, digestKey, mailer, onUnsent } = services;
  const emailDigest = digestEmail(await digestKey(), email.to);
  if (await suppressions.isSuppressed(emailDigest)) {
    onUnsent('suppressed', aboutId);
    return;
  }
  try {
    await mailer.send(email, { emailDigest, waitlistId: null });
  } catch (error) {
    if (!(error instanceof EmailRefusedError)) throw error;
    onUnsent('refused', aboutId, error);
  }
}
