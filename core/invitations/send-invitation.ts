import * as z from 'zod';
import { type DeliveryServices, deliverEmail } from '../email/deliver-email.ts';
import { secondsUntilTomorrow } from '../email/email-budget.ts';
import { stopHeaders } from '../email/stop-link.ts';
import { type OutsideAddressServices, withOutsideAddress } from '../entries/outside-address.ts';
import { renderInvitationEmail } from '../html/invitation-email.ts';
import { pageUrl } from '../kernel/site.ts';
import type { OutboxJob } from '../outbox/outbox-store.ts';
import { persist } from '../outbox/persist.ts';
import type { JobContext, JobHandler, JobOutcome } from '../outbox/run-outbox.ts';
import { invitationCode, inviteLink } from './invitation-code.ts';
import type { InvitationEmails, InvitationRecord } from './invitation-emails.ts';

const Payload = z.object({ invitationId: z.uuid() });

export interface SendInvitationServices extends DeliveryServices {
  readonly emails: InvitationEmails;
}

/**
 * The job `invitation_email`: emails an invitation. If the address is only in the account's own database, that is left to
 * the job `invitation_email_outside`, so that email waits for no such database.
 */
export function sendInvitation(services: SendInvitationServices): JobHandler {
  return async ({ waitlistId, payload }, context) => {
    const { invitationId } = Payload.parse(payload);
    const record = await services.emails.find(waitlistId, invitationId);
    if (!record) return 'done';
    if (record.email !== null)
      return send(services, { ...record, to: record.email, waitlistId, invitationId }, context);
    await services.emails.queueOutside(waitlistId, invitationId);
    return 'done';
  };
}

/** The job `invitation_email_outside`: the same, with the address from the account's own database. */
export function sendInvitationOutside(services: SendInvitationServices & OutsideAddressServices): JobHandler {
  return async ({ waitlistId, payload }: OutboxJob, context) => {
    const { invitationId } = Payload.parse(payload);
    const record = await services.emails.find(waitlistId, invitationId);
    if (!record) return 'done';
    return withOutsideAddress(services, { ...record, waitlistId }, to =>
      send(services, { ...record, to, waitlistId, invitationId }, context),
    );
  };
}

type Invited = InvitationRecord & {
  readonly to: string;
  readonly waitlistId: string;
  readonly invitationId: string;
};

async function send(
  services: SendInvitationServices,
  { to, invitationId, ...invited }: Invited,
  { remainingMs }: JobContext,
): Promise<JobOutcome> {
  const { site, emails, digestKey, onUnsent } = services;
  const { waitlistId, waitlistName, design, message, slug, domain, inviteUrl, expiresAt } = invited;
  const link = inviteLink(inviteUrl, invitationCode(await digestKey(), invitationId));
  const outcome = await deliverEmail(
    services,
    { ...invited, email: to },
    {
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
    },
  );
  const { status } = outcome;
  // Once the invitation has expired, the job finds none.
  if (status === 'account_limit' || status === 'recipient_limit')
    return { postponedSeconds: secondsUntilTomorrow(Date.now()), reason: status };
  await persist(() => emails.settle(invitationId), remainingMs);
  if (status !== 'sent') onUnsent(status, waitlistId, outcome.cause);
  return 'done';
}
