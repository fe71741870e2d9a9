import * as z from 'zod';
import type { JobHandler } from '../outbox/run-outbox.ts';
import type { InvitationStore } from './invitation-store.ts';

const Payload = z.object({ batchId: z.uuid() });

/** The job `expire_invitations`: those of a batch that nobody accepted end, and their people wait again. */
export const expireInvitations =
  (invitations: Pick<InvitationStore, 'expire'>): JobHandler =>
  async ({ waitlistId, payload }) => {
    await invitations.expire(waitlistId, Payload.parse(payload).batchId);
    return 'done';
  };
