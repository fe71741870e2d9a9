import * as z from 'zod';
import { normalizeEmail } from '../identity/email-digest.ts';
import { ValidationError } from '../kernel/errors.ts';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import { text } from '../kernel/schemas.ts';
import type { PeopleAccountServices } from './services.ts';

export const deleteAccount = definePeopleOperation({
  name: 'delete_account',
  group: 'dashboard',
  title: 'Delete the account',
  summary: 'Delete the account and everything in it',
  description:
    'Deletes waitlists with their signups, domains, templates, keys, connected agents, sessions and images (except images that another account uploaded too). Rows in your own databases stay there. To confirm, send the email address of the account in email. This cannot be undone.',
  method: 'DELETE',
  path: '/api/v1/dashboard/account',
  effect: EFFECT.destroy,
  input: () => z.object({ email: text({ max: 254 }) }),
  output: () => z.object({ deleted: z.literal(true) }),
  async run({ caller, services }: CallerContext<PeopleAccountServices>, { email }) {
    if (normalizeEmail(email) !== normalizeEmail(caller.account.email)) {
      throw ValidationError.at('email', 'must be the email of this account');
    }
    // If a parallel request deleted it first, that is fine too.
    await services.accounts.deleteAccount(caller.account.id);
    // The worker purges signups and images, and disconnects domains.
    await services.worker.wake();
    return { deleted: true as const };
  },
});
