import * as z from 'zod';
import { type CallerContext, defineOperation, EFFECT } from '../kernel/operation.ts';
import { requireWaitlist } from './require-waitlist.ts';
import { WaitlistWithCode } from './schemas.ts';
import { showWaitlist, versionOf } from './waitlist.ts';
import { WaitlistId } from './waitlist-ref.ts';
import type { WaitlistServices } from './waitlist-store.ts';

export const getWaitlist = defineOperation({
  name: 'get_waitlist',
  group: 'waitlists',
  title: 'Get a waitlist',
  summary: 'Read one waitlist with its page code',
  description:
    'One waitlist, by UUID or slug. With includeCode, reactCode is the page code that visitors get.',
  method: 'GET',
  path: '/api/v1/waitlists/{id}',
  scope: 'waitlists:read',
  effect: EFFECT.read,
  hasETag: true,
  input: () => z.object({ id: WaitlistId, includeCode: z.boolean().default(true) }),
  toolInput: { includeCode: false },
  output: () => z.object({ waitlist: WaitlistWithCode() }),
  version: versionOf,
  async run({ caller, services, site }: CallerContext<WaitlistServices>, { id, includeCode }) {
    const { findWithCode: find } = services.waitlists;
    const found = await requireWaitlist({ waitlists: { find } }, caller.account.id, id);
    return showWaitlist(found, site, { includeCode });
  },
});
