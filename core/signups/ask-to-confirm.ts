import { v5 as derivedUuid } from 'uuid';
import * as z from 'zod';
import { secondsUntilTomorrow } from '../email/email-budget.ts';
import { MAIL_LANE, mailJobs } from '../email/mail-jobs.ts';
import type { Letter, SendServices } from '../email/send-emails.ts';
import { linkToken } from '../identity/link-token.ts';
import type { DigestKey } from '../kernel/digest-key.ts';
import { confirmUrl, pageUrl } from '../kernel/site.ts';
import { type BatchHandler, defineJob } from '../outbox/job.ts';
import type { PlaceLinkQueue } from '../place-pages/place-link-store.ts';
import { renderConfirmAddressEmail } from './confirm-address-email.ts';
import type { PendingRecord, PendingRef, PendingStore } from './pending-store.ts';

export interface AskToConfirmServices extends SendServices {
  readonly pending: Pick<PendingStore, 'find'>;
  readonly placeLinks: PlaceLinkQueue;
}

const payload = z.object({ pendingId: z.uuid() });

/**
 * Mails pending signups the links to confirm their addresses. Each attempt is mailed, so that people can
 * ask again; the limit of emails to a mailbox keeps strangers from filling it. An address that is on the list already is mailed the link to its place instead.
 */
export const confirmAddressJob = defineJob({
  kind: 'confirm_address',
  payload,
  lane: MAIL_LANE,
  runAll: askToConfirm,
});

function askToConfirm(services: AskToConfirmServices): BatchHandler<z.infer<typeof payload>> {
  const { site, pending, placeLinks, digestKey } = services;

  function letterTo(signup: PendingRef, record: PendingRecord, key: DigestKey): Letter {
    const { waitlistId, pendingId } = signup;
    const { email, slug, domain, waitlistName, design } = record;
    return {
      to: { ...record, waitlistId, entryId: pendingId },
      kind: null,
      grantId: derivedUuid('confirm_address', pendingId),
      isRequested: true,
      compose: () =>
        renderConfirmAddressEmail({
          to: email,
          waitlistName,
          design,
          pageUrl: pageUrl(site, slug, domain),
          confirmUrl: confirmUrl(site, linkToken(key, 'confirm', pendingId)),
        }),
    };
  }

  return mailJobs(services, {
    async read(jobs) {
      const signups = jobs.map(({ waitlistId, payload: { pendingId } }) => ({ waitlistId, pendingId }));
      const records = await pending.find(signups);
      for (const record of records)
        if (record?.isOnList) await placeLinks.queue(record.slug, record.email, record.emailDigest);
      const key = await digestKey();
      return signups.map((signup, index) => {
        const record = records[index];
        return record && !record.isOnList ? letterTo(signup, record, key) : 'done';
      });
    },

    // Tomorrow the link may still be valid.
    postpone: reason =>
      reason === 'account_limit' ? { postponedSeconds: secondsUntilTomorrow(Date.now()), reason } : null,
  });
}
