import * as z from 'zod';
import { secondsUntilTomorrow } from '../email/email-budget.ts';
import { MAIL_LANE, type MailEffects, mailJobs, sendLetter } from '../email/mail-jobs.ts';
import type { Letter, SendServices } from '../email/send-emails.ts';
import { stopHeaders } from '../email/stop-link.ts';
import { type OutsideAddressServices, outside, TO_OUTSIDE_LANE } from '../entries/outside-address.ts';
import type { DigestKey } from '../kernel/digest-key.ts';
import { pageUrl } from '../kernel/site.ts';
import { defineJob } from '../outbox/job.ts';
import type { OutboxJob } from '../outbox/outbox-store.ts';
import { inviteLink, keptCode } from './invitation-code.ts';
import { renderInvitationEmail } from './invitation-email.ts';
import type { InvitationEmails, InvitationRecord, InvitationRef } from './invitation-emails.ts';

export interface SendInvitationServices extends SendServices {
  readonly invitationEmails: InvitationEmails;
}

interface Invitation extends Letter {
  readonly invitationId: string;
}

const payload = z.object({ invitationId: z.uuid() });

/**
 * Emails invitations. An address that is only in the account's own database is read from there; one that stays away is waited
 * for until the invitation expires.
 */
export const invitationEmailJob = defineJob({
  kind: 'invitation_email',
  payload,
  lane: MAIL_LANE,

  runAll: (services: SendInvitationServices) =>
    mailJobs(services, {
      async read(jobs: readonly OutboxJob<InvitationPayload>[]) {
        const invitations = jobs.map(refOf);
        const records = await services.invitationEmails.find(invitations);
        const key = await services.digestKey();
        return invitations.map((invitation, index) => {
          const record = records[index];
          if (!record) return 'done';
          return record.email === null
            ? TO_OUTSIDE_LANE
            : letterTo(services, key, { ...record, ...invitation, to: record.email });
        });
      },
      ...effects(services),
    }),

  elsewhere: outside((services: SendInvitationServices & OutsideAddressServices) => ({
    async find(job: OutboxJob<InvitationPayload>) {
      const [record] = await services.invitationEmails.find([refOf(job)]);
      return record ? { ...record, ...refOf(job) } : null;
    },
    async work(invited, to, job, context) {
      const letter = letterTo(services, await services.digestKey(), { ...invited, to });
      return sendLetter(services, effects(services), { job, letter }, context);
    },
    lost: ({ waitlistId, invitationId }) => services.invitationEmails.giveBack(waitlistId, invitationId),
  })),
});

type InvitationPayload = z.infer<typeof payload>;

const refOf = ({ waitlistId, payload: { invitationId } }: OutboxJob<InvitationPayload>): InvitationRef => ({
  waitlistId,
  invitationId,
});

const effects = ({ invitationEmails }: SendInvitationServices): MailEffects<Invitation> => ({
  // Once the invitation has expired, the job finds none.
  postpone: reason => ({ postponedSeconds: secondsUntilTomorrow(Date.now()), reason }),
  settle: settled => invitationEmails.settle(settled.map(({ letter }) => letter.invitationId)),
});

type Invited = InvitationRecord & InvitationRef & { readonly to: string };

function letterTo(
  { site }: SendInvitationServices,
  key: DigestKey,
  { to, invitationId, ...invited }: Invited,
): Invitation {
  const { waitlistName, design, message, slug, domain, inviteUrl, codeHash, expiresAt } = invited;
  const code = keptCode(key, { id: invitationId, codeHash });
  if (code === null) throw new Error('No key makes the code of the invitation');
  const link = inviteLink(inviteUrl, code);
  return {
    to: { ...invited, email: to },
    invitationId,
    kind: 'invitation',
    grantId: invitationId,
    compose: stopUrl => ({
      ...renderInvitationEmail({
        to,
        waitlistName,
        design,
        message,
        link,
        expiresAt,
        pageUrl: pageUrl(site, slug, domain),
        stopUrl,
      }),
      headers: stopHeaders(stopUrl),
    }),
  };
}
