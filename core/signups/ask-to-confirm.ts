import { v5 as derivedUuid } from 'uuid';
import * as z from 'zod';
import type { DeliveryServices, Letter } from '../email/deliver-email.ts';
import { secondsUntilTomorrow } from '../email/email-budget.ts';
import { mailJobs } from '../email/mail-jobs.ts';
import { linkToken } from '../identity/link-token.ts';
import type { DigestKey } from '../kernel/digest-key.ts';
import { confirmUrl, pageUrl } from '../kernel/site.ts';
import type { BatchHandler } from '../outbox/run-outbox.ts';
import type { StatusLinkRequests } from '../status/status-link-store.ts';
import { renderConfirmAddressEmail } from './confirm-address-email.ts';
import type { PendingRecord, PendingRef, PendingStore } from './pending-store.ts';

const Payload = z.object({ pendingId: z.uuid() });

export interface AskToConfirmServices extends DeliveryServices {
  readonly pending: Pick<PendingStore, 'find'>;
  readonly statusLinks: Pick<StatusLinkRequests, 'queue'>;
}

/**
 * The jobs `confirm_address`: mails pending signups the links to confirm their addresses. Each attempt is mailed, so that people can
 * ask again; the limit of emails to a mailbox keeps strangers from filling it. An address that is on the list already is mailed the link to its place instead.
 */
export function askToConfirm(services: AskToConfirmServices): BatchHandler {
  const { site, pending, statusLinks, digestKey } = services;

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
    payload: Payload,

    async read(requests) {
      const signups = requests.map(({ job: { waitlistId }, payload: { pendingId } }) => ({
        waitlistId,
        pendingId,
      }));
      const records = await pending.find(signups);
      for (const record of records)
        if (record?.isOnList) await statusLinks.queue(record.slug, record.email, record.emailDigest);
      const key = await digestKey();
      return signups.map((signup, index) => {
        const record = records[index];
        return record && !record.isOnList ? letterTo(signup, record, key) : null;
      });
    },

    // Tomorrow the link may still be valid.
    postpone: reason =>
      reason === 'account_limit' ? { postponedSeconds: secondsUntilTomorrow(Date.now()), reason } : null,
  });
}
