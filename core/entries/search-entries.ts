import * as z from 'zod';
import { digestEmail, normalizeEmail } from '../identity/email-digest.ts';
import { EFFECT } from '../kernel/operation.ts';
import { text } from '../kernel/schemas.ts';
import { definePeopleWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { completeContacts } from './complete-contacts.ts';
import { ENTRY_STATUSES, Entry } from './schemas.ts';
import type { PeopleEntryServices } from './services.ts';

/** How the dashboard orders signups. */
export const ENTRY_SORTS = ['position', 'referrals', 'joined'] as const;
export type EntrySort = (typeof ENTRY_SORTS)[number];

export const searchEntries = definePeopleWaitlistOperation({
  name: 'search_entries',
  group: 'dashboard',
  title: 'Search signups',
  summary: 'Page through signups, or find some by email or name',
  description:
    'Sorted by place, by referrals (only people who referred somebody), or newest first. With status, only people with that status, by place or newest first. With q, finds parts of emails and names, newest first: in the newest 100,000 signups stored in Anteroom, and a complete address wherever it is stored.',
  method: 'GET',
  path: '/api/v1/dashboard/waitlists/{id}/entries',
  effect: EFFECT.read,
  status: 200,
  errors: ['external_database_unavailable'],
  input: () =>
    z
      .object({
        id: WaitlistId,
        q: text({ max: 254 }).optional(),
        status: z.enum(ENTRY_STATUSES).optional().meta({ description: 'Without q' }),
        sort: z.enum(ENTRY_SORTS).default('position').meta({ description: 'Without q' }),
        limit: z.int().min(1).max(200).default(50),
        offset: z.int().min(0).default(0),
      })
      .refine(({ status, sort }) => status === undefined || sort !== 'referrals', {
        path: ['sort'],
        error: 'must be position or joined with a status',
      }),
  output: () => z.object({ entries: z.array(Entry()), total: z.int(), limit: z.int(), offset: z.int() }),
  async run(context: WaitlistContext<PeopleEntryServices>, { q = '', status, sort, limit, offset }) {
    const { caller, waitlist, services } = context;
    const query = { accountId: caller.account.id, waitlistId: waitlist.id, limit, offset };
    const part = normalizeEmail(q);

    async function find() {
      if (part !== '') {
        const digest = digestEmail(await services.digestKey(), part);
        return services.entries.search({ ...query, part, digest });
      }
      if (sort === 'referrals') return services.entries.pageByReferrals(query);
      return services.entries.page({ ...query, status: status ?? null, sort });
    }

    const page = await find();
    const entries = await completeContacts(services, page);
    return {
      entries: entries.map(entry => ({ ...entry, createdAt: entry.createdAt.toISOString() })),
      total: page.total,
      limit,
      offset,
    };
  },
});
