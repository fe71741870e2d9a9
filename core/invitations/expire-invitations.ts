import * as z from 'zod';
import { defineJob } from '../outbox/job.ts';
import type { InvitationStore } from './invitation-store.ts';

/** Those of a batch that nobody accepted end, and their people wait again. */
export const expireInvitationsJob = defineJob({
  kind: 'expire_invitations',
  payload: z.object({ batchId: z.uuid() }),
  lane: { slots: 2 },
  run:
    ({ invitations }: { readonly invitations: Pick<InvitationStore, 'expire'> }) =>
    async ({ waitlistId, payload: { batchId } }) => {
      await invitations.expire(waitlistId, batchId);
      return 'done';
    },
});
