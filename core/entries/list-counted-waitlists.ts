import * as z from 'zod';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import { DateTime, Uuid } from '../kernel/schemas.ts';
import { pageUrl } from '../kernel/site.ts';
import type { PeopleEntryServices } from './services.ts';

export const listCountedWaitlists = definePeopleOperation({
  name: 'list_counted_waitlists',
  group: 'dashboard',
  title: 'List waitlists with signup counts',
  summary: 'List the waitlists of the account with total and today’s signups, newest first',
  description: 'today counts since midnight, UTC. There are more pages while offset + limit < total.',
  method: 'GET',
  path: '/api/v1/dashboard/waitlists',
  effect: EFFECT.read,
  status: 200,
  input: () =>
    z.object({
      limit: z.int().min(1).max(100).default(50),
      offset: z.int().min(0).default(0),
    }),
  output: () =>
    z.object({
      waitlists: z.array(
        z.object({
          id: Uuid,
          slug: z.string(),
          name: z.string(),
          url: z.url().meta({ description: 'The page to share: on its active custom domain, if it has one' }),
          licensed: z.boolean(),
          createdAt: DateTime,
          total: z.int(),
          today: z.int(),
        }),
      ),
      total: z.int(),
      limit: z.int(),
      offset: z.int(),
    }),
  async run({ caller, services, site }: CallerContext<PeopleEntryServices>, page) {
    const { waitlists, total } = await services.statistics.waitlists(caller.account.id, page);
    return {
      waitlists: waitlists.map(({ domain, ...waitlist }) => ({
        ...waitlist,
        url: pageUrl(site, waitlist.slug, domain),
        createdAt: waitlist.createdAt.toISOString(),
      })),
      total,
      ...page,
    };
  },
});
