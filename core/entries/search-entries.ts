import * as z from 'zod';
import { EFFECT } from '../kernel/operation.ts';
import { text } from '../kernel/schemas.ts';
import { digestEmail, normalizeEmail } from '../signups/email-digest.ts';
import { definePeopleWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { completeContacts } from './complete-contacts.ts';
import { Entry } from './schemas.ts';
import type { PeopleEntryServices } from './services.ts';

export const searchEntries = definePeopleWaitlistOperation({
  name: 'search_entries',
  group: 'dashboard',
  title: 'Search signups by email',
  summary: 'Find signups by email or its start, newest first',
  description:
    'A complete address is found wherever it is stored. The start of one is searched in the newest 100,000 signups stored in Anteroom. Without email, lists all signups.',
  method: 'GET',
  path: '/api/v1/dashboard/waitlists/{id}/entries',
  effect: EFFECT.read,
  status: 200,
  errors: ['external_database_unavailable'],
  input: () =>
    z.object({
      id: WaitlistId,
      email: text({ max: 254 }).optional(),
      limit: z.int().min(1).max(200).default(50),
      offset: z.int().min(0).default(0),
    }),
  output: () => z.object({ entries: z.array(Entry()), total: z.int(), limit: z.int(), offset: z.int() }),
  async run(context: WaitlistContext<PeopleEntryServices>, { email = '', limit, offset }) {
    const { caller, waitlist, services } = context;
    const query = { accountId: caller.account.id, waitlistId: waitlist.id, limit, offset };
    const beginning = normalizeEmail(email);
    const page =
      beginning === ''
        ? await services.entries.page(query)
        : await services.entries.search({
            ...query,
            beginning,
            digest: digestEmail(await services.digestKey(), beginning),
          });
    const entries = await completeContacts(services, page);
    return {
      entries: entries.map(entry => ({ ...entry, createdAt: entry.createdAt.toISOString() })),
      total: page.total,
      limit,
      offset,
    };
  },
});
