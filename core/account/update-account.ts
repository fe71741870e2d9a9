import * as z from 'zod';
import { digestEmail } from '../identity/email-digest.ts';
import { type CallerContext, definePeopleOperation, EFFECT } from '../kernel/operation.ts';
import { Account, toAccount } from './account.ts';
import type { PeopleAccountServices } from './services.ts';

export const updateAccount = definePeopleOperation({
  name: 'update_account',
  group: 'dashboard',
  title: 'Update the account',
  summary: 'Choose whether you get replies to the emails of your waitlists',
  description:
    'With replyTo, emails to people on your waitlists have the address of the account as Reply-To, so that they see it. Off by default.',
  method: 'PATCH',
  path: '/api/v1/dashboard/account',
  effect: EFFECT.update,
  input: () => z.object({ replyTo: z.boolean() }),
  output: () => z.object({ account: Account() }),
  async run({ caller: { account }, services }: CallerContext<PeopleAccountServices>, { replyTo }) {
    await services.accounts.setReplyTo(
      account.id,
      replyTo ? digestEmail(await services.digestKey(), account.email) : null,
    );
    return { account: toAccount(account, replyTo) };
  },
});
