import { v5 as derivedUuid } from 'uuid';
import * as z from 'zod';
import { type DeliveryServices, deliverEmail } from '../email/deliver-email.ts';
import { secondsUntilTomorrow } from '../email/email-budget.ts';
import { renderConfirmAddressEmail } from '../html/confirm-address-email.ts';
import { confirmUrl, pageUrl } from '../kernel/site.ts';
import type { JobHandler } from '../outbox/run-outbox.ts';
import { linkToken } from '../signups/link-token.ts';
import type { StatusLinkRequests } from '../status/status-link-store.ts';
import type { PendingStore } from './pending-store.ts';

const Payload = z.object({ pendingId: z.uuid() });

export interface AskToConfirmServices extends DeliveryServices {
  readonly pending: Pick<PendingStore, 'find'>;
  readonly statusLinks: Pick<StatusLinkRequests, 'queue'>;
}

/**
 * The job `confirm_address`: mails a pending signup the link to confirm its address. Each attempt is mailed, so that people can
 * ask again; the limit of emails to a mailbox keeps strangers from filling it. An address that is on the list already is mailed the link to its place instead.
 */
export function askToConfirm(services: AskToConfirmServices): JobHandler {
  const { site, pending, statusLinks, digestKey, onUnsent } = services;

  return async ({ waitlistId, payload }) => {
    const { pendingId } = Payload.parse(payload);
    const record = await pending.find(waitlistId, pendingId);
    if (!record) return 'done';
    const { email, emailDigest, slug, domain, waitlistName, design } = record;
    if (record.isOnList) {
      await statusLinks.queue(slug, email, emailDigest);
      return 'done';
    }
    const key = await digestKey();
    const outcome = await deliverEmail(
      services,
      { ...record, waitlistId, entryId: pendingId },
      {
        kind: null,
        grantId: derivedUuid('confirm_address', pendingId),
        compose: () =>
          renderConfirmAddressEmail({
            to: email,
            waitlistName,
            design,
            pageUrl: pageUrl(site, slug, domain),
            confirmUrl: confirmUrl(site, linkToken(key, 'confirm', pendingId)),
          }),
      },
    );
    if (outcome.status === 'sent') return 'done';
    // Tomorrow the link may still be valid.
    if (outcome.status === 'account_limit')
      return { postponedSeconds: secondsUntilTomorrow(Date.now()), reason: outcome.status };
    onUnsent(outcome.status, waitlistId, outcome.cause);
    return 'done';
  };
}
