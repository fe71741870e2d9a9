import * as z from 'zod';
import { EFFECT } from '../kernel/operation.ts';
import { Uuid } from '../kernel/schemas.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import type { EntryServices } from './services.ts';

export const getStatistics = defineWaitlistOperation({
  name: 'get_statistics',
  group: 'entries',
  title: 'Get statistics',
  summary: 'Count the signups of a waitlist by status and by day',
  description:
    'How many people wait, are invited, and were let in; signups per day (UTC), ending today; and who referred most. Fast for any length of list.',
  method: 'GET',
  path: '/api/v1/waitlists/{id}/statistics',
  scope: 'entries:read',
  effect: EFFECT.read,
  status: 200,
  input: () => z.object({ id: WaitlistId, days: z.int().min(1).max(365).default(30) }),
  output: () =>
    z.object({
      total: z.int(),
      waiting: z.int(),
      invited: z.int(),
      accepted: z.int(),
      days: z.array(z.object({ date: z.iso.date(), signups: z.int() })),
      topReferrers: z.array(
        z.object({
          entryId: Uuid,
          email: z.string().nullable().meta({ description: 'null: only in your own database' }),
          referralCount: z.int(),
        }),
      ),
    }),
  async run({ waitlist, services }: WaitlistContext<EntryServices>, input) {
    const found = await services.statistics.statistics(waitlist.id, input.days);
    const { total, waiting, invited, accepted, days, topReferrers } = found;
    return {
      total,
      waiting,
      invited,
      accepted,
      days: days.map(({ date, signups }) => ({ date, signups })),
      topReferrers: topReferrers.map(({ entryId, email, referrals: referralCount }) => ({
        entryId,
        email,
        referralCount,
      })),
    };
  },
});
