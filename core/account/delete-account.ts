import * as z from 'zod';
import { ValidationError } from '../kernel/errors.ts';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import { text } from '../kernel/schemas.ts';
import { normaliseEmail } from '../signups/email-digest.ts';
import type { PeopleAccountServices } from './services.ts';

export const deleteAccount = definePeopleOperation({
  name: 'delete_account',
  group: 'dashboard',
  title: 'Delete the account',
  summary: 'Delete the account with everything that is its own',
  description:
    'Waitlists and their signups, domains, templates, keys, consents and sessions go. email is that of the account, typed to confirm. It cannot be undone; uploaded images go as well, unless another account uploaded the same; rows in databases of the account stay there.',
  method: 'DELETE',
  path: '/api/v1/dashboard/account',
  effect: EFFECT.destroy,
  status: 200,
  input: () => z.object({ email: text({ max: 254 }) }),
  output: () => z.object({ deleted: z.literal(true) }),
  async run({ caller, services }: CallerContext<PeopleAccountServices>, { email }) {
    if (normaliseEmail(email) !== normaliseEmail(caller.account.email)) {
      throw ValidationError.at('email', 'must be the email of this account, typed to confirm');
    }
    // One that is gone already, by a request made at the same time, is what was asked for.
    await services.accounts.deleteAccount(caller.account.id);
    // Signups and images are purged and domains taken down by the worker.
    await services.worker.wake();
    return { deleted: true as const };
  },
});
