import * as z from 'zod';
import { notFound } from '../kernel/errors.ts';
import { EFFECT } from '../kernel/operation.ts';
import { isUuid } from '../kernel/schemas.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { eraseSignup } from './erase-signup.ts';
import type { ErasureServices } from './services.ts';

export const eraseEntry = defineWaitlistOperation({
  name: 'erase_entry',
  group: 'entries',
  title: 'Erase a person',
  summary: 'Erase one signup for good, here and in your own database',
  description:
    'Erases everything that identifies the person, also in your own database. Cannot be undone. The place stays empty, so nobody moves. They can join again, as a new signup.',
  method: 'DELETE',
  path: '/api/v1/waitlists/{id}/entries/{entryId}',
  scope: 'entries:write',
  effect: EFFECT.destroy,
  input: () => z.object({ id: WaitlistId, entryId: z.string() }),
  output: () => z.object({ deleted: z.literal(true) }),
  async run({ caller, waitlist, services }: WaitlistContext<ErasureServices>, { entryId }) {
    const entry = { accountId: caller.account.id, waitlistId: waitlist.id, entryId };
    const erased = isUuid(entryId) && (await eraseSignup(services, entry));
    if (!erased) throw notFound('signup');
    return { deleted: true as const };
  },
});
