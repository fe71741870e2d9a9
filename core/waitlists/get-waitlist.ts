import * as z from 'zod';
import { type CallerContext, defineOperation, EFFECT } from '../kernel/operation.ts';
import { pageCodeOf } from '../pages/templates/templates.ts';
import { requireWaitlist } from './require-waitlist.ts';
import { Waitlist } from './schemas.ts';
import { toWaitlist } from './waitlist.ts';
import { WaitlistId } from './waitlist-ref.ts';
import type { WaitlistServices } from './waitlist-store.ts';

export const getWaitlist = defineOperation({
  name: 'get_waitlist',
  group: 'waitlists',
  title: 'Get a waitlist',
  summary: 'Read one waitlist with its page code',
  description: 'One waitlist, by UUID or slug, with the page code that visitors get in reactCode.',
  method: 'GET',
  path: '/api/v1/waitlists/{id}',
  scope: 'waitlists:read',
  effect: EFFECT.read,
  status: 200,
  input: () => z.object({ id: WaitlistId }),
  output: () => z.object({ waitlist: Waitlist().extend({ reactCode: z.string() }) }),
  async run({ caller, services, site }: CallerContext<WaitlistServices>, { id }) {
    const { findWithCode: find } = services.waitlists;
    const { pageCode, ...waitlist } = await requireWaitlist({ waitlists: { find } }, caller.account.id, id);
    return { waitlist: { ...toWaitlist(waitlist, site), reactCode: pageCodeOf(pageCode, waitlist.design) } };
  },
});
