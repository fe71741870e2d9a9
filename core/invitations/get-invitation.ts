import * as z from 'zod';
import { notFound } from '../kernel/errors.ts';
import { EFFECT } from '../kernel/operation.ts';
import { isUuid } from '../kernel/schemas.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { toBatch } from './batch.ts';
import { InvitationBatch } from './schemas.ts';
import type { InvitationServices } from './services.ts';

export const getInvitation = defineWaitlistOperation({
  name: 'get_invitation',
  group: 'entries',
  title: 'Get invitations',
  summary: 'Read one batch of invitations',
  description: 'How far a batch is: unsent emails, how many accepted, and who was skipped.',
  method: 'GET',
  path: '/api/v1/waitlists/{id}/invitations/{batchId}',
  scope: 'entries:read',
  effect: EFFECT.read,
  input: () => z.object({ id: WaitlistId, batchId: z.string() }),
  output: () => z.object({ batch: InvitationBatch() }),
  async run({ waitlist, services }: WaitlistContext<InvitationServices>, { batchId }) {
    const batch = isUuid(batchId) ? await services.invitations.get(waitlist.id, batchId) : null;
    if (!batch) throw notFound('batch of invitations');
    return { batch: toBatch(batch) };
  },
});
