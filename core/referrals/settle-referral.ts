import * as z from 'zod';
import { notFound } from '../kernel/errors.ts';
import { EFFECT } from '../kernel/operation.ts';
import { isUuid } from '../kernel/schemas.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { Referral, SETTLED_STATES } from './schemas.ts';
import type { ReferralServices } from './services.ts';
import { showReferrals } from './show-referrals.ts';

export const settleReferral = defineWaitlistOperation({
  name: 'settle_referral',
  group: 'entries',
  title: 'Settle a referral',
  summary: 'Credit or revoke a referral',
  description:
    "Crediting counts the referral and moves the referrer up by the waitlist's referralBoost (not while referralEnabled is false). Revoking takes back the places that it gave. The same state again changes nothing. After an error nothing has changed.",
  method: 'PATCH',
  path: '/api/v1/waitlists/{id}/referrals/{entryId}',
  scope: 'waitlists:write',
  effect: EFFECT.update,
  errors: ['external_database_unavailable'],
  example: { state: 'credited' },
  input: () =>
    z.object({
      id: WaitlistId,
      entryId: z.string().meta({ description: 'The friend who joined' }),
      state: z.enum(SETTLED_STATES),
    }),
  output: () => z.object({ referral: Referral() }),
  async run({ caller, waitlist, services }: WaitlistContext<ReferralServices>, { entryId, state }) {
    const { referrals } = services;
    if (!isUuid(entryId)) throw notFound('referral');
    // Before anything changes: their emails may be in a database that is away.
    const found = await referrals.find(caller.account.id, waitlist.id, entryId);
    const [referral] = await showReferrals(services, found);
    if (!referral || !(await referrals.settle({ waitlistId: waitlist.id, entryId, state })))
      throw notFound('referral');
    if (state === 'credited') {
      await services.movedUp.queue([{ waitlistId: waitlist.id, entryId }]);
      await services.worker.wake();
    }
    return { referral: { ...referral, state } };
  },
});
