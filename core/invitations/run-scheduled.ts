import * as z from 'zod';
import { defineJob } from '../outbox/job.ts';
import { INVITING_LANE, inviteLater } from './invite-later.ts';
import { postponeUntil } from './postpone-until.ts';
import type { InvitationJobServices } from './services.ts';

/** Takes the people of a scheduled batch. It is that batch, so it happens once. */
export const scheduledInvitationsJob = defineJob({
  kind: 'scheduled_invitations',
  payload: z.object({ batchId: z.uuid() }),
  lane: INVITING_LANE,
  run:
    (services: InvitationJobServices) =>
    async ({ waitlistId, payload: { batchId } }) => {
      const due = await services.invitations.findScheduled(waitlistId, batchId);
      const waitlist = due && (await services.waitlists.find(due.accountId, { id: waitlistId }));
      if (!waitlist) return 'done';
      const { sendAt, scheduled, message, accountId } = due;
      if (sendAt.getTime() > Date.now()) return postponeUntil(sendAt);
      const context = { caller: { account: { id: accountId } }, waitlist, services, site: services.site };
      const how = { batchId, inviteUrl: waitlist.inviteUrl ?? due.inviteUrl };
      return (await inviteLater(context, { ...scheduled, message }, how, sendAt)) ?? 'done';
    },
});
