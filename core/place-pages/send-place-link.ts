import { v5 as derivedUuid } from 'uuid';
import * as z from 'zod';
import { sendLetter } from '../email/mail-jobs.ts';
import { placeFacts } from '../email/place-record.ts';
import type { Letter, SendServices } from '../email/send-emails.ts';
import { leaveUrl, stopHeaders } from '../email/stop-link.ts';
import { digestEmail } from '../identity/email-digest.ts';
import { linkToken } from '../identity/link-token.ts';
import { mailboxOf } from '../identity/mailbox.ts';
import { defineJob, type JobHandler } from '../outbox/job.ts';
import { renderLeaveEmail } from './leave-email.ts';
import { renderPlaceLinkEmail } from './place-link-email.ts';
import { type PlaceLinkStore, REQUEST_PURPOSES } from './place-link-store.ts';

const payload = z.object({
  email: z.string(),
  digest: z.string().transform(hex => Buffer.from(hex, 'hex')),
  purpose: z.enum(REQUEST_PURPOSES).default('place'),
});

export interface PlaceLinkServices extends SendServices {
  readonly placeLinks: Pick<PlaceLinkStore, 'find' | 'claim'>;
}

/** After that nobody waits for it, and the job, which holds an address, goes. */
const LONGEST_WAIT_MS = 3600_000;

/** Mails someone who asked for it the link to their place, or to leave, if they are on the list. */
export const placeLinkJob = defineJob({
  kind: 'status_link',
  payload,
  lane: { slots: 10 },
  run: sendPlaceLink,
});

function sendPlaceLink(services: PlaceLinkServices): JobHandler<z.infer<typeof payload>> {
  const { site, placeLinks, digestKey } = services;

  return async (job, context) => {
    const { id, waitlistId, createdAt } = job;
    if (Date.now() - createdAt.getTime() > LONGEST_WAIT_MS) return 'done';
    const { email, digest: emailDigest, purpose } = job.payload;
    const key = await digestKey();
    const record = await placeLinks.find(waitlistId, emailDigest);
    if (!record) return 'done';
    // Who has just asked for their place can still leave.
    const mailbox = purpose === 'place' ? mailboxOf(email) : `leave:${mailboxOf(email)}`;
    if (!(await placeLinks.claim(waitlistId, digestEmail(key, mailbox), id))) return 'done';

    const { entryId } = record;
    const statusToken = linkToken(key, 'status', entryId);
    const letter: Letter = {
      to: { ...record, waitlistId, email, emailDigest },
      kind: purpose === 'place' ? 'status_link' : 'leave_link',
      grantId: derivedUuid(`status_link:${id}`, entryId),
      isRequested: true,
      compose: stopUrl => {
        const facts = placeFacts(site, record, { to: email, statusToken, stopUrl });
        if (purpose === 'place') return renderPlaceLinkEmail(facts);
        // Who wants to leave may as well use the button of their mail program.
        return {
          ...renderLeaveEmail({ ...facts, leaveUrl: leaveUrl(stopUrl) }),
          headers: stopHeaders(stopUrl),
        };
      },
    };
    return sendLetter(services, {}, { job, letter }, context);
  };
}
