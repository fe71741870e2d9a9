import * as z from 'zod';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import { DateTime, Uuid } from '../kernel/schemas.ts';
import { pageUrl } from '../kernel/site.ts';
import { Design, toDesign } from '../page-code/design.ts';
import { Door } from '../waitlists/door.ts';
import type { EntryServices } from './services.ts';
import { RECENT_DAYS } from './statistics-store.ts';

export const listCountedWaitlists = definePeopleOperation({
  name: 'list_counted_waitlists',
  group: 'dashboard',
  title: 'List waitlists with signup counts',
  summary: 'List the waitlists of the account with their signups: in total, today, and by day; newest first',
  description: 'today counts since midnight, UTC. There are more pages while offset + limit < total.',
  method: 'GET',
  path: '/api/v1/dashboard/waitlists',
  effect: EFFECT.read,
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
          template: Design().shape.template,
          brandColor: Design().shape.brandColor,
          door: Door(),
          opensAt: DateTime.nullable(),
          total: z.int(),
          today: z.int(),
          recent: z
            .array(z.int())
            .meta({ description: `Signups of each of the last ${RECENT_DAYS} days (UTC), ending today` }),
        }),
      ),
      total: z.int(),
      limit: z.int(),
      offset: z.int(),
    }),
  async run({ caller, services, site }: CallerContext<EntryServices>, page) {
    const { waitlists, total } = await services.statistics.waitlists(caller.account.id, page);
    return {
      waitlists: waitlists.map(({ domain, design, recent, ...waitlist }) => ({
        ...waitlist,
        template: toDesign(design).template,
        brandColor: toDesign(design).brandColor,
        recent: [...recent],
        url: pageUrl(site, waitlist.slug, domain),
        createdAt: waitlist.createdAt.toISOString(),
      })),
      total,
      ...page,
    };
  },
});
