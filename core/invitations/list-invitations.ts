import * as z from 'zod';
import { EFFECT } from '../kernel/operation.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { toBatch } from './batch.ts';
import { InvitationBatch } from './schemas.ts';
import type { InvitationServices } from './services.ts';

export const listInvitations = defineWaitlistOperation({
  name: 'list_invitations',
  group: 'entries',
  title: 'List invitations',
  summary: 'Read the batches of invitations of a waitlist',
  description:
    'One page of batches, newest first. skipped has the first 20 of each; get_invitation has more.',
  method: 'GET',
  path: '/api/v1/waitlists/{id}/invitations',
  scope: 'entries:read',
  effect: EFFECT.read,
  input: () =>
    z.object({
      id: WaitlistId,
      limit: z.int().min(1).max(200).default(50),
      offset: z.int().min(0).default(0),
    }),
  output: () =>
    z.object({ batches: z.array(InvitationBatch()), total: z.int(), limit: z.int(), offset: z.int() }),
  async run({ waitlist, services }: WaitlistContext<InvitationServices>, { limit, offset }) {
    const { batches, total } = await services.invitations.list(waitlist.id, { limit, offset });
    return { batches: batches.map(toBatch), total, limit, offset };
  },
});
