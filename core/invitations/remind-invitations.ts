import * as z from 'zod';
import { defineJob } from '../outbox/job.ts';
import type { InvitationStore } from './invitation-store.ts';

/** Queues the reminders of a batch. */
export const remindInvitationsJob = defineJob({
  kind: 'remind_invitations',
  payload: z.object({ batchId: z.uuid() }),
  lane: { slots: 2 },
  run:
    ({ invitations }: { readonly invitations: Pick<InvitationStore, 'remind'> }) =>
    async ({ waitlistId, payload: { batchId } }) => {
      await invitations.remind(waitlistId, batchId);
      return 'done';
    },
});
