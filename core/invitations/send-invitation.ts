import * as z from 'zod';
import type { DeliveryServices, Letter } from '../email/deliver-email.ts';
import { secondsUntilTomorrow } from '../email/email-budget.ts';
import { type MailEffects, mailJobs, sendLetter } from '../email/mail-jobs.ts';
import { stopHeaders } from '../email/stop-link.ts';
import { type OutsideAddressServices, withOutsideAddresses } from '../entries/outside-address.ts';
import type { DigestKey } from '../kernel/digest-key.ts';
import { pageUrl } from '../kernel/site.ts';
import type { BatchHandler } from '../outbox/run-outbox.ts';
import { inviteLink, keptCode } from './invitation-code.ts';
import { renderInvitationEmail } from './invitation-email.ts';
import type { InvitationEmails, InvitationRecord, InvitationRef } from './invitation-emails.ts';

const Payload = z.object({ invitationId: z.uuid() });

export interface SendInvitationServices extends DeliveryServices {
  readonly emails: InvitationEmails;
}

interface Invitation extends Letter {
  readonly invitationId: string;
}

/**
 * The jobs `invitation_email`: emails invitations. If an address is only in the account's own database, that is left to
 * the job `invitation_email_outside`, so that email waits for no such database.
 */
export const sendInvitation = (services: SendInvitationServices): BatchHandler =>
  mailJobs(services, {
    payload: Payload,

    async read(requests) {
      const invitations = requests.map(({ job: { waitlistId }, payload: { invitationId } }) => ({
        waitlistId,
        invitationId,
      }));
      const records = await services.emails.find(invitations);
      const outside = invitations.filter((_, index) => records[index]?.email === null);
      if (outside.length > 0) await services.emails.queueOutside(outside);
      const key = await services.digestKey();
      return invitations.map((invitation, index) => {
        const record = records[index];
        return record?.email ? letterTo(services, key, { ...record, ...invitation, to: record.email }) : null;
      });
    },

    ...effects(services),
  });

/**
 * The jobs `invitation_email_outside`: the same, with the addresses from the account's own database. One that stays away is
 * waited for until the invitation expires.
 */
export const sendInvitationOutside = (
  services: SendInvitationServices & OutsideAddressServices,
): BatchHandler =>
  withOutsideAddresses(services, {
    async find({ waitlistId, payload }) {
      const invitation = { waitlistId, ...Payload.parse(payload) };
      const [record] = await services.emails.find([invitation]);
      return record ? { ...record, ...invitation } : null;
    },
    async work(invited, to, job, context) {
      const letter = letterTo(services, await services.digestKey(), { ...invited, to });
      return sendLetter(services, effects(services), { job, letter }, context);
    },
    lost: ({ waitlistId, invitationId }) => services.emails.giveBack(waitlistId, invitationId),
  });

const effects = ({ emails }: SendInvitationServices): MailEffects<Invitation> => ({
  // Once the invitation has expired, the job finds none.
  postpone: reason => ({ postponedSeconds: secondsUntilTomorrow(Date.now()), reason }),
  settle: settled => emails.settle(settled.map(({ letter }) => letter.invitationId)),
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
