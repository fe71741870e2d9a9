import * as z from 'zod';
import { takeFitting } from '../kernel/answer-size.ts';
import { decodeCursor, encodeCursor } from '../kernel/list-cursor.ts';
import { type CallerContext, defineOperation, EFFECT } from '../kernel/operation.ts';
import { Waitlist } from './schemas.ts';
import { toWaitlist } from './waitlist.ts';
import type { WaitlistServices } from './waitlist-store.ts';

/** Where only `after` is sent. */
const PAGE = 50;

export const listWaitlists = defineOperation({
  name: 'list_waitlists',
  group: 'waitlists',
  title: 'List waitlists',
  summary: 'List the waitlists of the account',
  description:
    'The waitlists of the account, newest first, without page code. All of them, or with limit one page. Many long ones end a page early, also without limit: while there is a next, pass it as after to get the following ones.',
  method: 'GET',
  path: '/api/v1/waitlists',
  scope: 'waitlists:read',
  effect: EFFECT.read,
  input: () =>
    z.object({
      limit: z.int().min(1).max(200).optional(),
      after: z.string().max(200).optional().meta({ description: 'next of an earlier page' }),
    }),
  output: () => z.object({ waitlists: z.array(Waitlist()), next: z.string().nullable().optional() }),
  async run({ caller, services, site }: CallerContext<WaitlistServices>, { limit, after }) {
    const isWhole = limit === undefined && after === undefined;
    const size = limit ?? PAGE;
    const cursor = after === undefined ? null : decodeCursor(after);
    // One more tells whether another page follows.
    const page = isWhole ? undefined : { limit: size + 1, after: cursor };
    const found = await services.waitlists.list(caller.account.id, page);
    const waitlists = takeFitting(
      (isWhole ? found : found.slice(0, size)).map(record => toWaitlist(record, site)),
    );
    const last = found[waitlists.length - 1];
    const next = last && found.length > waitlists.length ? encodeCursor(last) : null;
    return isWhole && next === null ? { waitlists } : { waitlists, next };
  },
});
