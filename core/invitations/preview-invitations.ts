import * as z from 'zod';
import { EFFECT } from '../kernel/operation.ts';
import { Uuid } from '../kernel/schemas.ts';
import { definePeopleWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { SKIP_REASONS } from './invitation-store.ts';
import { type InvitationPreviewServices, previewBatch } from './preview-batch.ts';
import { ONE_OF_TWO, oneOfTwo, SkippedCounts, WITH_COUNT, whoAndHow, withCount } from './schemas.ts';

export const previewInvitations = definePeopleWaitlistOperation({
  name: 'preview_invitations',
  group: 'dashboard',
  title: 'Preview invitations',
  summary: 'Read who would be invited, and the email',
  description:
    'Invites nobody. people are the first 20 who would be invited. email is null for skipped people after the first 20, and for those whose contact is gone.',
  method: 'POST',
  path: '/api/v1/dashboard/waitlists/{id}/invitations/preview',
  effect: EFFECT.read,
  namesPeople: true,
  errors: ['invite_url_required', 'external_database_unavailable'],
  input: () =>
    z
      .object({ id: WaitlistId, ...whoAndHow() })
      .refine(oneOfTwo, ONE_OF_TWO)
      .refine(withCount, WITH_COUNT),
  output: () =>
    z.object({
      invited: z.int(),
      skipped: z.array(
        z.object({ entryId: Uuid, reason: z.enum(SKIP_REASONS), email: z.string().nullable() }),
      ),
      skippedCounts: SkippedCounts(),
      people: z.array(
        z.object({ entryId: Uuid, email: z.string(), name: z.string().nullable(), position: z.int() }),
      ),
      email: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
    }),
  async run(context: WaitlistContext<InvitationPreviewServices>, input) {
    const { batch, people, skippedEmails, email } = await previewBatch(context, input);
    return {
      invited: batch.invited,
      skipped: batch.skipped.map(each => ({ ...each, email: skippedEmails.get(each.entryId) ?? null })),
      skippedCounts: [...batch.skippedCounts],
      people: people.map(({ id, email, name, position }) => ({ entryId: id, email, name, position })),
      email,
    };
  },
});
