import * as z from 'zod';
import { notFound } from '../kernel/errors.ts';
import { EFFECT } from '../kernel/operation.ts';
import { isUuid } from '../kernel/schemas.ts';
import { definePeopleWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { eraseSignup } from './erase-signup.ts';
import type { PeopleEntryServices } from './services.ts';

export const eraseEntry = definePeopleWaitlistOperation({
  name: 'erase_entry',
  group: 'dashboard',
  title: 'Erase a person',
  summary: "Erase one signup for good, here and in the account's own database",
  description:
    'Erases everything that identifies the person: email, name, referral code, and that code in the signups they referred. The place in the queue stays, so nobody else moves. The same person can join again as a new signup.',
  method: 'DELETE',
  path: '/api/v1/dashboard/waitlists/{id}/entries/{entryId}',
  effect: EFFECT.destroy,
  status: 200,
  input: () => z.object({ id: WaitlistId, entryId: z.string() }),
  output: () => z.object({ deleted: z.literal(true) }),
  async run({ caller, waitlist, services }: WaitlistContext<PeopleEntryServices>, { entryId }) {
    const entry = { accountId: caller.account.id, waitlistId: waitlist.id, entryId };
    const erased = isUuid(entryId) && (await eraseSignup(services, entry));
    if (!erased) throw notFound('signup');
    return { deleted: true as const };
  },
});
