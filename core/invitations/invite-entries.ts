import * as z from 'zod';
import { EFFECT } from '../kernel/operation.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { toBatch } from './batch.ts';
import { invite } from './invite.ts';
import { InvitationBatch, ONE_OF_TWO, oneOfTwo, whoAndHow } from './schemas.ts';
import type { InvitationServices } from './services.ts';

export const inviteEntries = defineWaitlistOperation({
  name: 'invite_entries',
  group: 'entries',
  title: 'Invite people',
  summary: 'Invite the next people in line, or some you pick',
  description:
    'Invites the next people in line (count), or those in entryIds. Set inviteUrl of the waitlist first: each person gets an email with a link to it and their own code, which your backend redeems (redeem_invitation). skipped lists people who were passed over. Try dryRun first: it emails nobody. Then call again without dryRun.',
  method: 'POST',
  path: '/api/v1/waitlists/{id}/invitations',
  scope: 'invitations:write',
  effect: EFFECT.create,
  status: 201,
  hasDryRun: true,
  errors: ['invite_url_required'],
  example: { count: 100, expiresInDays: 7, message: 'You are in!' },
  input: () =>
    z
      .object({ id: WaitlistId, ...whoAndHow(), dryRun: z.boolean().default(false) })
      .refine(oneOfTwo, ONE_OF_TWO),
  output: () => z.object({ batch: InvitationBatch() }),
  location: ({ batch }, { id }) => `/api/v1/waitlists/${id}/invitations/${batch.id}`,
  async run(context: WaitlistContext<InvitationServices>, input) {
    const batch = await invite(context, input);
    if (!input.dryRun) await context.services.worker.wake();
    return { batch: toBatch(batch) };
  },
});
