import * as z from 'zod';
import { EmailAddress } from '../identity/email-address.ts';
import { ValidationError } from '../kernel/errors.ts';
import { parseInput } from '../kernel/validation.ts';
import type { AccountRecord, AccountStore } from './account-store.ts';

/** Account holders get mail through the internet: a host without a dot is a typo. */
export const AccountEmail = EmailAddress.refine(email => /@.+\./.test(email), {
  error: 'must be an email address, like name@example.com',
});

export const CreateAccountInput = z.object({
  email: AccountEmail,
  plan: z.enum(['free', 'pro']).default('free'),
});

/**
 * Creates an account.
 * @throws {ValidationError} if the email is invalid or already has an account
 */
export async function createAccount(
  accounts: AccountStore,
  input: z.input<typeof CreateAccountInput>,
): Promise<AccountRecord> {
  const account = await accounts.insertAccount(parseInput(CreateAccountInput, input));
  if (account === 'email_taken') throw ValidationError.at('email', 'already has an account');
  return account;
}
