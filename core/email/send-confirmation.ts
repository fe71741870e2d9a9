import * as z from 'zod';
import { ownTemplatesFrom } from '../email-templates/own-templates.ts';
import type { OutboxJob } from '../outbox/outbox-store.ts';
import { persist } from '../outbox/persist.ts';
import type { JobHandler, JobOutcome } from '../outbox/run-outbox.ts';
import { linkToken } from '../signups/link-token.ts';
import type { MovedUpStore } from '../status/moved-up-store.ts';
import { placeFacts } from '../status/place-record.ts';
import { composeConfirmation } from './compose-confirmation.ts';
import type { ConfirmationRecord, ConfirmationStore } from './confirmation-store.ts';
import { type DeliveryServices, deliverEmail } from './deliver-email.ts';
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
    const statusToken = linkToken(key, 'status', entryId);
    const template = mayUseTemplate(record) ? record.template : null;
    const outcome = await deliverEmail(
      services,
      { ...record, waitlistId, entryId },
      {
        kind: 'confirmation',
        grantId: entryId,
        compose: stopUrl => ({
          ...composeConfirmation(
            placeFacts(site, record, { to: record.email, statusToken, stopUrl }),
            template,
            record,
          ),
          // Mail programs that cut long emails off show the headers' button all the same.
          ...(template && { headers: stopHeaders(stopUrl) }),
        }),
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
