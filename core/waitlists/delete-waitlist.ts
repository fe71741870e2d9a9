import * as z from 'zod';
import { notFound } from '../kernel/errors.ts';
import { EFFECT } from '../kernel/operation.ts';
import { checkUnchanged } from './waitlist.ts';
import { defineWaitlistOperation, type WaitlistContext } from './waitlist-operation.ts';
import { WaitlistId } from './waitlist-ref.ts';
import type { WaitlistServices } from './waitlist-store.ts';

export const deleteWaitlist = defineWaitlistOperation({
  name: 'delete_waitlist',
  group: 'waitlists',
  title: 'Delete a waitlist',
  summary: 'Delete a waitlist and all its signups',
  description:
    'Deletes the waitlist, its page, and all its signups. This cannot be undone. The slug becomes available immediately.',
  method: 'DELETE',
  path: '/api/v1/waitlists/{id}',
  scope: 'waitlists:write',
  effect: EFFECT.destroy,
  hasETag: true,
  input: () => z.object({ id: WaitlistId }),
  output: () => z.object({ deleted: z.boolean() }),
  async run(context: WaitlistContext<WaitlistServices>) {
    const { caller, waitlist, services } = context;
    const deleted = await services.waitlists.remove(caller.account.id, waitlist.id, checkUnchanged(context));
    if (!deleted) throw notFound('waitlist');
    return { deleted };
  },
});
