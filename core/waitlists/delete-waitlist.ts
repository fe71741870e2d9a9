import * as z from 'zod';
import { notFound } from '../kernel/errors.ts';
import { type CallerContext, defineOperation, EFFECT } from '../kernel/operation.ts';
import { WaitlistId } from './waitlist-id.ts';
import { toWaitlistRef } from './waitlist-ref.ts';
import type { WaitlistServices } from './waitlist-store.ts';

export const deleteWaitlist = defineOperation({
  name: 'delete_waitlist',
  group: 'waitlists',
  title: 'Delete a waitlist',
  summary: 'Delete a waitlist and all its signups',
  description:
    'Deletes the waitlist, its page and all its signups. It cannot be undone. The slug is free again at once.',
  method: 'DELETE',
  path: '/api/v1/waitlists/{id}',
  scope: 'waitlists:write',
  effect: EFFECT.destroy,
  status: 200,
  input: () => z.object({ id: WaitlistId }),
  output: () => z.object({ deleted: z.boolean() }),
  async run({ caller, services }: CallerContext<WaitlistServices>, input) {
    const ref = toWaitlistRef(input.id);
    const deleted = ref !== null && (await services.waitlists.remove(caller.account.id, ref));
    if (!deleted) throw notFound('waitlist');
    return { deleted };
  },
});
