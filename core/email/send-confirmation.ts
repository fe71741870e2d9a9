import * as z from 'zod';
import { ownTemplatesFrom } from '../email-templates/own-templates.ts';
import { renderTemplate } from '../email-templates/render-template.ts';
import { renderConfirmation } from '../html/confirmation-email.ts';
import { visitorName } from '../html/plain-name.ts';
import type { Site } from '../kernel/site.ts';
import type { OutboxJob } from '../outbox/outbox-store.ts';
import { persist } from '../outbox/persist.ts';
import type { JobHandler, JobOutcome } from '../outbox/run-outbox.ts';
import { linkToken } from '../signups/link-token.ts';
import type { MovedUpStore } from '../status/moved-up-store.ts';
import { placeFacts } from '../status/place-record.ts';
import type { ConfirmationRecord, ConfirmationStore } from './confirmation-store.ts';
import { type DeliveryServices, deliverEmail } from './deliver-email.ts';
import type { Email } from './email.ts';
import { secondsUntilTomorrow } from './email-budget.ts';
import { stopHeaders } from './stop-link.ts';

const Payload = z.object({ entryId: z.uuid() });

export interface ConfirmationServices extends DeliveryServices {
  readonly confirmations: ConfirmationStore;
  readonly movedUp: Pick<MovedUpStore, 'queue'>;
  /** How old a free account that never paid must be before its templates are sent. */
  readonly ownTemplatesAfterHours: number;
}

/** After that, people have forgotten that they joined, and take the email for spam. */
const LONGEST_WAIT_MS = 3 * 24 * 3600_000;

/**
 * The job `confirmation_email`: emails a new signup its current position and referral link, and queues the email to the
 * friend who referred them. If that fails, the signup is still valid.
 */
export function sendConfirmation(services: ConfirmationServices): JobHandler {
  const { site, confirmations, movedUp, digestKey, onUnsent } = services;

  const mayUseTemplate = ({ plan, accountCreatedAt: createdAt, hasPaid }: ConfirmationRecord): boolean =>
    ownTemplatesFrom({ plan, createdAt, hasPaid }, services.ownTemplatesAfterHours) === null;

  async function mail(
    { waitlistId, createdAt }: OutboxJob,
    record: ConfirmationRecord,
    entryId: string,
  ): Promise<JobOutcome> {
    const key = await digestKey();
    const sent = mayUseTemplate(record) ? record : { ...record, template: null };
    const outcome = await deliverEmail(
      services,
      { ...record, waitlistId, entryId },
      {
        grantId: entryId,
        compose: stopLink => compose(site, sent, linkToken(key, 'status', entryId), stopLink),
      },
    );
    if (outcome.status === 'sent') return 'done';
    // Tomorrow's budget may allow it. After a limit of the mailbox, it would still be one too many.
    const now = Date.now();
    if (outcome.status === 'account_limit' && now - createdAt.getTime() <= LONGEST_WAIT_MS)
      return { postponedSeconds: secondsUntilTomorrow(now), reason: outcome.status };
    onUnsent(outcome.status, waitlistId, outcome.cause);
    return 'done';
  }

  return async (job, { remainingMs }) => {
    const { waitlistId } = job;
    const { entryId } = Payload.parse(job.payload);
    const record = await confirmations.find(waitlistId, entryId);
    if (!record) return 'done';
    // Here, and not when they joined, so that a rush of friends slows no signup.
    if (record.referredBy !== null && record.referralEnabled) await movedUp.queue(waitlistId, entryId);
    const outcome = await mail(job, record, entryId);
    if (outcome === 'done' && record.leaves)
      await persist(() => confirmations.release(waitlistId, entryId), remainingMs);
    return outcome;
  };
}

/** The email, from the linked template or the default one. */
function compose(site: Site, record: ConfirmationRecord, statusToken: string, stopUrl: string): Email {
  const { email: to, waitlistName, description, template } = record;
  const facts = placeFacts(site, record, { to, statusToken, stopUrl });
  if (!template) return renderConfirmation(facts);
  const values = {
    waitlistName,
    description: description ?? '',
    name: visitorName(record.name) || 'there',
    position: String(record.position),
    referralLink: facts.referralLink,
    statusLink: facts.statusUrl,
  };
  // Mail programs that cut long emails off show the headers' button all the same.
  return { ...renderTemplate(to, template, values, facts), headers: stopHeaders(stopUrl) };
}
