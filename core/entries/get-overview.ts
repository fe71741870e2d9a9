import * as z from 'zod';
import { EFFECT } from '../kernel/operation.ts';
import { DateTime, Uuid } from '../kernel/schemas.ts';
import { sourcesWithVisits } from '../questions/counts.ts';
import { definePeopleWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import type { EntryServices } from './services.ts';

export const getOverview = definePeopleWaitlistOperation({
  name: 'get_overview',
  group: 'dashboard',
  title: 'Get an overview',
  summary:
    'Read signups and visits by day and by source, signups by hour, and the top referrers of a waitlist',
  description:
    "Days are in UTC; the last one is today. `before` has the sums of as many days before them. A visit is a page that a browser opened, or another site's page with the form; reloads and robots are not counted. A referrer's email is null if it is stored in the account's own database.",
  method: 'GET',
  path: '/api/v1/dashboard/waitlists/{id}/overview',
  effect: EFFECT.read,
  input: () => z.object({ id: WaitlistId, days: z.int().min(1).max(365).default(30) }),
  output: () =>
    z.object({
      total: z.int(),
      today: z.int(),
      waiting: z.int(),
      invited: z.int(),
      accepted: z.int(),
      days: z.array(z.object({ date: z.iso.date(), signups: z.int(), visits: z.int() })),
      hours: z
        .array(z.object({ at: DateTime, signups: z.int() }))
        .meta({ description: 'The last 24; the last one is the current hour' }),
      before: z.object({ signups: z.int(), visits: z.int() }),
      topReferrers: z.array(
        z.object({
          entryId: Uuid,
          email: z.string().nullable(),
          referralCode: z.string(),
          referrals: z.int(),
        }),
      ),
      sources: z
        .array(z.object({ source: z.string(), visits: z.int(), signups: z.int(), accepted: z.int() }))
        .meta({
          description:
            'The 50 with the most signups, the 50 with the most visits among those without, then other. Of all time',
        }),
    }),
  async run({ waitlist, services }: WaitlistContext<EntryServices>, { days }) {
    const found = await services.statistics.statistics(waitlist.id, days);
    const { sources } = await services.statistics.facets(waitlist.id);
    const visits = await services.statistics.visits(waitlist.id);
    return {
      ...found,
      days: [...found.days],
      hours: found.hours.map(({ at, signups }) => ({ at: at.toISOString(), signups })),
      topReferrers: found.topReferrers.map(({ name: _, ...referrer }) => referrer),
      sources: sourcesWithVisits(sources, visits),
    };
  },
});
