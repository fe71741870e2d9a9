import * as z from 'zod';
import { type CallerContext, defineOperation, EFFECT } from '../kernel/operation.ts';
import { Waitlist } from './schemas.ts';
import { toWaitlist } from './waitlist.ts';
import type { WaitlistServices } from './waitlist-store.ts';

export const listWaitlists = defineOperation({
  name: 'list_waitlists',
  group: 'waitlists',
  title: 'List waitlists',
  summary: 'List the waitlists of the account',
  description: 'Every waitlist of the account, newest first, without page code.',
  method: 'GET',
  path: '/api/v1/waitlists',
  scope: 'waitlists:read',
  effect: EFFECT.read,
  status: 200,
  input: () => z.object({}),
  output: () => z.object({ waitlists: z.array(Waitlist()) }),
  async run({ caller, services, site }: CallerContext<WaitlistServices>) {
    const records = await services.waitlists.list(caller.account.id);
    return { waitlists: records.map(record => toWaitlist(record, site)) };
  },
});
