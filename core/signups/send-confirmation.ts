import * as z from 'zod';
import { secondsUntilTomorrow } from '../email/email-budget.ts';
import { defineMailJob, type MailKind } from '../email/mail-jobs.ts';
import { placeFacts } from '../email/place-record.ts';
import type { Letter, SendServices } from '../email/send-emails.ts';
import { stopHeaders } from '../email/stop-link.ts';
import { composeConfirmation } from '../email-templates/compose-confirmation.ts';
import { type OwnTemplateServices, usableTemplate } from '../email-templates/own-template.ts';
import { linkToken } from '../identity/link-token.ts';
import type { MovedUpStore } from '../referrals/moved-up-store.ts';
import type { ConfirmationRecord, ConfirmationStore } from './confirmation-store.ts';

interface ConfirmationServices extends SendServices, OwnTemplateServices {
  readonly confirmations: ConfirmationStore;
  readonly movedUp: Pick<MovedUpStore, 'queue'>;
}

/** After that, people have forgotten that they joined, and take the email for spam. */
const LONGEST_WAIT_MS = 3 * 24 * 3600_000;

interface Confirmation extends Letter {
  /** Whether its contact is deleted here once it was sent. */
  readonly leaves: boolean;
}

const payload = z.object({ entryId: z.uuid() });

/**
 * Emails new signups their current position and referral link, and queues the emails to the friends who referred them. If
 * that fails, the signups are still valid.
 */
export const confirmationEmailJob = defineMailJob({
  kind: 'confirmation_email',
  payload,
  mail: sendConfirmations,
});

function sendConfirmations({
  site,
  confirmations,
  movedUp,
  ownTemplatesAfterHours,
}: ConfirmationServices): MailKind<z.infer<typeof payload>, ConfirmationRecord, Confirmation> {
  return {
    async find(people) {
      const records = await confirmations.find(people);
      // Here, and not when they joined, so that a rush of friends slows no signup.
      const friends = people.filter((_, index) => {
        const record = records[index];
        return record?.referralEnabled && record.referredBy !== null;
      });
      if (friends.length > 0) await movedUp.queue(friends);
      return records;
    },

    letterTo(record, key) {
      const statusToken = linkToken(key, 'status', record.entryId);
      const template = usableTemplate(record, ownTemplatesAfterHours);
      return {
        to: record,
        kind: 'confirmation',
        grantId: record.entryId,
        leaves: record.leaves,
        compose: stopUrl => ({
          ...composeConfirmation(
            placeFacts(site, record, { to: record.email, statusToken, stopUrl }),
            template,
            record,
          ),
          // Mail programs that cut long emails off show the headers' button all the same.
          ...(template && { headers: stopHeaders(stopUrl) }),
        }),
      };
    },

    // Tomorrow's budget may allow it. After a limit of the mailbox, it would still be one too many.
    postpone(reason, { createdAt }) {
      const now = Date.now();
      return reason === 'account_limit' && now - createdAt.getTime() <= LONGEST_WAIT_MS
        ? { postponedSeconds: secondsUntilTomorrow(now), reason }
        : null;
    },

    async settle(settled) {
      const leaving = settled.filter(({ letter }) => letter.leaves).map(({ letter }) => letter.to);
      if (leaving.length > 0) await confirmations.release(leaving);
    },
  };
}
