import * as z from 'zod';
import { notFound } from '../kernel/errors.ts';
import { parseInput } from '../kernel/validation.ts';
import type { AccountRecord, AccountStore } from './account-store.ts';
import { AccountEmail } from './create-account.ts';

export const SetPlanInput = z.object({ email: AccountEmail, plan: z.enum(['free', 'pro']) });

/** Changes the plan. What was set up under the old one stays (contract section 2). */
export async function setPlan(
  accounts: AccountStore,
  input: z.input<typeof SetPlanInput>,
): Promise<AccountRecord> {
  const { email, plan } = parseInput(SetPlanInput, input);
  const account = await accounts.setPlan(email, plan);
  if (!account) throw notFound('account', 'Check the email, or create the account.');
  return account;
}
