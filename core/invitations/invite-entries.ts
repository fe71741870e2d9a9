import * as z from 'zod';
import { ApiError, notFound } from '../kernel/errors.ts';
import { type Creating, EFFECT } from '../kernel/operation.ts';
import { Uuid } from '../kernel/schemas.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { toBatch } from './batch.ts';
import { type BatchRecord, MOST_SCHEDULED } from './invitation-store.ts';
import { checkInvite, type Invite, inDays, invite } from './invite.ts';
import { type InvitationPreviewServices, previewBatch } from './preview-batch.ts';
import { NewInvitationBatch, ONE_OF_TWO, oneOfTwo, WITH_COUNT, whoAndHow, withCount } from './schemas.ts';
import type { InvitationServices } from './services.ts';

const EXAMPLE_DRY_RUN = {
  batch: {
    id: null,
    state: 'preview',
    invited: 100,
    accepted: 0,
    unsent: 0,
    skipped: [{ entryId: '0d9e6c52-41f7-4b8a-8a53-6f1f2f0b7c11', reason: 'stopped' }],
    skippedCounts: [{ reason: 'stopped', count: 1 }],
    sendAt: null,
    planned: false,
    expiresAt: '2026-11-16T09:30:00.000Z',
    createdAt: '2026-11-09T09:30:00.000Z',
  },
  sample: [{ entryId: '7c1f2a9e-5b0d-4e57-9b1c-2d6f0a3e8c44', email: 'ada@example.com', position: 1 }],
  email: {
    subject: 'You’re in: Rocket Bikes',
    text: 'You’re in! It’s your turn for Rocket Bikes.',
  },
};

export const inviteEntries = defineWaitlistOperation({
  name: 'invite_entries',
  group: 'entries',
  title: 'Invite people',
  summary: 'Invite the next people in line, or some you pick',
  description:
    'Invites the next people in line (count), of an audience if there is one, or those in entryIds. Set inviteUrl of the waitlist first: each person gets an email with a link to it and their own code, which your backend redeems (redeem_invitation). skipped: who was passed over. Try dryRun first: it emails nobody and returns a sample. Fewer than count may be invited if over 20,000 are skipped; then call again.',
  method: 'POST',
  path: '/api/v1/waitlists/{id}/invitations',
  scope: 'invitations:write',
  effect: EFFECT.create,
  status: 201,
  hasDryRun: true,
  oneOf: { count: ['audience'], entryIds: [] },
  errors: ['invite_url_required', 'limit_reached', 'external_database_unavailable'],
  // Only a dry run has them.
  exampleAnswer: { sample: undefined, email: undefined },
  exampleDryRun: EXAMPLE_DRY_RUN,
  example: { count: 100, expiresInDays: 7, message: 'You are in!' },
  input: () =>
    z
      .object({
        id: WaitlistId,
        ...whoAndHow(),
        dryRun: z.boolean().default(false),
      })
      .refine(oneOfTwo, ONE_OF_TWO)
      .refine(withCount, WITH_COUNT),
  output: () =>
    z.object({
      batch: NewInvitationBatch(),
      sample: z
        .array(z.object({ entryId: Uuid, email: z.string(), position: z.int() }))
        .optional()
        .meta({ description: 'dryRun: the first 20 people' }),
      email: z
        .object({ subject: z.string(), text: z.string() })
        .optional()
        .meta({ description: 'dryRun: what they would get' }),
    }),
  location: ({ batch }, { id }) => `/api/v1/waitlists/${id}/invitations/${batch.id}`,
  async run(context: Creating<WaitlistContext<InvitationPreviewServices>>, input) {
    if (input.dryRun) {
      const { batch, people, email } = await previewBatch(context, input);
      return {
        batch: { ...toBatch(batch), id: null, state: 'preview' as const, sendAt: input.sendAt ?? null },
        sample: people.map(({ id, email, position }) => ({ entryId: id, email, position })),
        email: { subject: email.subject, text: email.text },
      };
    }
    const inviteUrl = await checkInvite(context, input);
    if (input.sendAt !== undefined)
      return { batch: toBatch(await schedule(context, input, inviteUrl, new Date(input.sendAt))) };
    const batch = await invite(context, input, { batchId: context.creationId, inviteUrl });
    if (!batch) throw notFound('waitlist');
    await context.services.worker.wake();
    return { batch: toBatch(batch) };
  },
});

/** Sets up a batch whose people are chosen at `sendAt`. */
async function schedule(
  { caller, waitlist, services, creationId }: Creating<WaitlistContext<InvitationServices>>,
  { count, audience, entryIds, expiresInDays, message = null }: Invite,
  inviteUrl: string,
  sendAt: Date,
): Promise<BatchRecord> {
  const batch = await services.invitations.schedule({
    batchId: creationId,
    accountId: caller.account.id,
    waitlistId: waitlist.id,
    // As an erasure looks for them.
    scheduled: { count, audience, entryIds: entryIds?.map(id => id.toLowerCase()), expiresInDays },
    message,
    inviteUrl,
    sendAt,
    expiresAt: inDays(expiresInDays, sendAt),
  });
  if (batch === null) throw notFound('waitlist');
  if (batch === 'limit_reached')
    throw new ApiError('limit_reached', `A waitlist can have ${MOST_SCHEDULED} scheduled batches`, {
      resolution: 'Withdraw scheduled batches that you no longer need (withdraw_invitations).',
    });
  return batch;
}
