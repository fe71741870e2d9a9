import * as z from 'zod';
import { notFound } from '../kernel/errors.ts';
import { EFFECT } from '../kernel/operation.ts';
import { isUuid, Uuid } from '../kernel/schemas.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { toBatch } from './batch.ts';
import { InvitationBatch } from './schemas.ts';
import type { InvitationServices } from './services.ts';

export const withdrawInvitations = defineWaitlistOperation({
  name: 'withdraw_invitations',
  group: 'entries',
  title: 'Withdraw invitations',
  summary: 'Withdraw a batch of invitations',
  description:
    'Ends the invitations of a batch that nobody accepted, or with entryId that of one person: their codes stop working, and their people wait again at the same places. What was accepted stays. A scheduled batch is canceled.',
  method: 'DELETE',
  path: '/api/v1/waitlists/{id}/invitations/{batchId}',
  scope: 'invitations:write',
  effect: EFFECT.destroy,
  input: () =>
    z.object({
      id: WaitlistId,
      batchId: z.string(),
      entryId: Uuid.optional().meta({ description: 'Only the invitation of this person' }),
    }),
  output: () => z.object({ batch: InvitationBatch() }),
  async run({ caller, waitlist, services }: WaitlistContext<InvitationServices>, { batchId, entryId }) {
    const { invitations } = services;
    const ref = { accountId: caller.account.id, waitlistId: waitlist.id, batchId };
    if (entryId !== undefined) {
      const batch = isUuid(batchId) ? await invitations.withdrawOne({ ...ref, entryId }) : null;
      if (!batch) throw notFound('invitation of this person in the batch');
      return { batch: toBatch(batch) };
    }
    const batch = isUuid(batchId)
      ? await invitations.withdraw(caller.account.id, waitlist.id, batchId)
      : null;
    if (!batch) throw notFound('batch of invitations');
    return { batch: toBatch(batch) };
  },
});
