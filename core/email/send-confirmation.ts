import * as z from 'zod';
import type { JobHandler } from '../outbox/run-outbox.ts';
import { pageUrl, referralLink, type Site } from '../site.ts';
import { renderConfirmation } from './confirmation.ts';
import type { ConfirmationStore } from './confirmation-store.ts';
import { EmailRefusedError, type Mailer } from './email.ts';

const Payload = z.object({ entryId: z.uuid() });

export interface ConfirmationServices {
  readonly site: Site;
  readonly confirmations: ConfirmationStore;
  readonly mailer: Mailer;
  /** Told of an address that the mail service refuses for good. */
  readonly onRefused: (reason: EmailRefusedError) => void;
}

/** The job `confirmation_email`: mails a new signup its place and link, as they are at that moment. */
export function sendConfirmation({
  site,
  confirmations,
  mailer,
  onRefused,
}: ConfirmationServices): JobHandler {
  return async ({ waitlistId, payload }) => {
    const { entryId } = Payload.parse(payload);
    const record = await confirmations.find(waitlistId, entryId);
    if (!record) return 'done';
    const email = renderConfirmation({
      to: record.email,
      waitlistName: record.waitlistName,
      position: record.position,
      pageUrl: pageUrl(site, record.slug),
      referralLink: referralLink(site, record.slug, record.referralCode),
      referralBoost: record.referralEnabled ? record.referralBoost : null,
    });
    try {
      await mailer.send(email);
    } catch (error) {
      // No repeat can succeed, and the signup stands without its email.
      if (!(error instanceof EmailRefusedError)) throw error;
      onRefused(error);
    }
    return 'done';
  };
}
