import * as z from 'zod';
import { EFFECT } from '../kernel/operation.ts';
import { defaultPageCode } from '../pages/default-template.ts';
import { Waitlist } from './schemas.ts';
import { toWaitlist } from './waitlist.ts';
import { WaitlistId } from './waitlist-id.ts';
import { defineWaitlistOperation, type WaitlistContext } from './waitlist-operation.ts';
import type { WaitlistServices } from './waitlist-store.ts';

export const getWaitlist = defineWaitlistOperation({
  name: 'get_waitlist',
  group: 'waitlists',
  title: 'Get a waitlist',
  summary: 'Read one waitlist with its page code',
  description:
    'One waitlist, by UUID or slug, with its page code in reactCode (by default the default template).',
  method: 'GET',
  path: '/api/v1/waitlists/{id}',
  scope: 'waitlists:read',
  effect: EFFECT.read,
  status: 200,
  input: () => z.object({ id: WaitlistId }),
  output: () => z.object({ waitlist: Waitlist().extend({ reactCode: z.string() }) }),
  async run({ waitlist, site }: WaitlistContext<WaitlistServices>) {
    const reactCode = waitlist.pageCode ?? defaultPageCode;
    return { waitlist: { ...toWaitlist(waitlist, site), reactCode } };
  },
});
