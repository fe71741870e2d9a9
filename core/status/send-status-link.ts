import { v5 as derivedUuid } from 'uuid';
import * as z from 'zod';
import { type DeliveryServices, deliverEmail } from '../email/deliver-email.ts';
import { mailboxOf } from '../email/mailbox.ts';
import { stopHeaders } from '../email/stop-link.ts';
import { renderStatusLinkEmail } from '../html/status-link-email.ts';
import type { JobHandler } from '../outbox/run-outbox.ts';
import { digestEmail } from '../signups/email-digest.ts';
import { linkToken } from '../signups/link-token.ts';
import { placeFacts } from './place-record.ts';
import type { StatusLinkStore } from './status-link-store.ts';

const Payload = z.object({ email: z.string(), digest: z.string().transform(hex => Buffer.from(hex, 'hex')) });

export interface StatusLinkServices extends DeliveryServices {
  readonly statusLinks: Pick<StatusLinkStore, 'find' | 'claim'>;
}

/** After that nobody waits for it, and the job, which holds an address, goes. */
const LONGEST_WAIT_MS = 3600_000;

/** The job `status_link`: mails the link to their place to someone who asked for it, if they are on the list. */
export function sendStatusLink(services: StatusLinkServices): JobHandler {
  const { site, statusLinks, digestKey, onUnsent } = services;

  return async ({ id, waitlistId, payload, createdAt }) => {
    if (Date.now() - createdAt.getTime() > LONGEST_WAIT_MS) return 'done';
    const { email, digest: emailDigest } = Payload.parse(payload);
    const key = await digestKey();
    const record = await statusLinks.find(waitlistId, emailDigest);
    if (!record) return 'done';
    if (!(await statusLinks.claim(waitlistId, digestEmail(key, mailboxOf(email)), id))) return 'done';

    const { entryId } = record;
    const statusToken = linkToken(key, 'status', entryId);
    const outcome = await deliverEmail(
      services,
      { ...record, waitlistId, email, emailDigest },
      {
        kind: 'status_link',
        grantId: derivedUuid(`status_link:${id}`, entryId),
        compose: stopUrl => ({
          ...renderStatusLinkEmail(placeFacts(site, record, { to: email, statusToken, stopUrl })),
          headers: stopHeaders(stopUrl),
        }),
      },
    );
    if (outcome.status !== 'sent') onUnsent(outcome.status, waitlistId, outcome.cause);
    return 'done';
  };
}
