import * as z from 'zod';
import { type CallerContext, defineOperation, EFFECT } from '../kernel/operation.ts';
import { Waitlist } from './schemas.ts';
import { toWaitlist } from './waitlist.ts';
import { decodeCursor, encodeCursor } from './waitlist-cursor.ts';
import type { WaitlistServices } from './waitlist-store.ts';

/** Where only `after` is sent. */
const PAGE = 50;

export const listWaitlists = defineOperation({
  name: 'list_waitlists',
  group: 'waitlists',
  title: 'List waitlists',
  summary: 'List the waitlists of the account',
  description:
    'The waitlists of the account, newest first, without page code. All of them, or with limit one page: pass its next as after to get the one that follows, until next is null.',
  method: 'GET',
  path: '/api/v1/waitlists',
  scope: 'waitlists:read',
  effect: EFFECT.read,
  status: 200,
  input: () =>
    z.object({
      limit: z.int().min(1).max(200).optional(),
      after: z.string().max(200).optional().meta({ description: 'next of an earlier page' }),
    }),
  output: () => z.object({ waitlists: z.array(Waitlist()), next: z.string().nullable().optional() }),
  async run({ caller, services, site }: CallerContext<WaitlistServices>, { limit, after }) {
    const show = (records: Awaited<ReturnType<typeof services.waitlists.list>>) =>
      records.map(record => toWaitlist(record, site));
    if (limit === undefined && after === undefined)
      return { waitlists: show(await services.waitlists.list(caller.account.id)) };
    const size = limit ?? PAGE;
    const cursor = after === undefined ? null : decodeCursor(after);
    // One more tells whether another page follows.
    const found = await services.waitlists.list(caller.account.id, { limit: size + 1, after: cursor });
    const page = found.slice(0, size);
    const last = page.at(-1);
    return { waitlists: show(page), next: last && found.length > size ? encodeCursor(last) : null };
  },
});
