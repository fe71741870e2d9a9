import * as z from 'zod';
import { renderTemplate } from '../email-templates/render-template.ts';
import type { JobHandler } from '../outbox/run-outbox.ts';
import { pageUrl, referralLink, type Site } from '../site.ts';
import { renderConfirmation } from './confirmation.ts';
import type { ConfirmationRecord, ConfirmationStore } from './confirmation-store.ts';
import { type Email, EmailRefusedError, type Mailer } from './email.ts';

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
    const email = compose(site, record);
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

/** The email of the linked template, or the default. */
function compose(site: Site, record: ConfirmationRecord): Email {
  const { email: to, waitlistName, description, position, slug, template } = record;
  const link = referralLink(site, slug, record.referralCode);
  if (template) {
    const values = {
      waitlistName,
      description: description ?? '',
      position: String(position),
      referralLink: link,
    };
    return renderTemplate(to, template, values);
  }
  return renderConfirmation({
    to,
    waitlistName,
    position,
    pageUrl: pageUrl(site, slug),
    referralLink: link,
    referralBoost: record.referralEnabled ? record.referralBoost : null,
  });
}
