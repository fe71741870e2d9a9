import * as z from 'zod';
import { notFound } from '../kernel/errors.ts';
import { type CallerContext, defineOperation, EFFECT } from '../kernel/operation.ts';
import { defaultPageCode } from '../pages/default-template.ts';
import { Waitlist } from './schemas.ts';
import { toWaitlist } from './waitlist.ts';
import { WaitlistId } from './waitlist-id.ts';
import { toWaitlistRef } from './waitlist-ref.ts';
import type { WaitlistServices } from './waitlist-store.ts';

export const getWaitlist = defineOperation({
  name: 'get_waitlist',
  group: 'waitlists',
  title: 'Get a waitlist',
  summary: 'Read one waitlist with its page code',
  description:
    'One waitlist, by uuid or slug, with its page code in reactCode (the default template when none was set).',
  method: 'GET',
  path: '/api/v1/waitlists/{id}',
  scope: 'waitlists:read',
  effect: EFFECT.read,
  status: 200,
  input: () => z.object({ id: WaitlistId }),
  output: () => z.object({ waitlist: Waitlist().extend({ reactCode: z.string() }) }),
  async run({ caller, services, site }: CallerContext<WaitlistServices>, input) {
    const ref = toWaitlistRef(input.id);
    const record = ref && (await services.waitlists.find(caller.account.id, ref));
    if (!record) throw notFound('waitlist');
    return { waitlist: { ...toWaitlist(record, site), reactCode: record.pageCode ?? defaultPageCode } };
  },
});
