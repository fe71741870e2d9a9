import { randomUUID } from 'node:crypto';
import { digestEmail } from '../identity/email-digest.ts';
import { mailboxOf } from '../identity/mailbox.ts';
import { ApiError, ValidationError } from '../kernel/errors.ts';
import type { CallerContext } from '../kernel/operation.ts';
import { type Email, EmailRefusedError } from './email.ts';
import { secondsUntilTomorrow } from './email-budget.ts';
import type { SendServices } from './send-emails.ts';
import type { SuppressionStore } from './suppression.ts';

/** The services that send an account a test of its own email. */
export interface OwnerMailServices extends Pick<SendServices, 'mailer' | 'budget' | 'limits' | 'digestKey'> {
  readonly suppressions: Pick<SuppressionStore, 'isSuppressed'>;
}

type Context = CallerContext<OwnerMailServices>;

const DAY_SECONDS = 24 * 3600;

const tooMany = (what: string, seconds: number): ApiError =>
  new ApiError('rate_limited', what, {
    headers: { 'retry-after': String(seconds) },
    resolution: 'Try again tomorrow; until then, use the preview.',
  });

/** Counts against the same budgets as signup emails. */
async function takeFromBudget({ caller, services }: Context, recipient: Buffer): Promise<void> {
  const { budget, limits } = services;
  const [verdict] = await budget.grant([
    {
      accountId: caller.account.id,
      entryId: randomUUID(),
      recipient,
      recipientMax: limits.perRecipient,
      accountMax: limits.perAccount[caller.account.plan],
      announcedMax: null,
    },
  ]);
  if (verdict === 'recipient_limit') {
    throw tooMany(`Your mailbox got ${limits.perRecipient} emails in the last 24 hours`, DAY_SECONDS);
  }
  if (verdict === 'account_limit') {
    throw tooMany(
      'Your account has used all its emails for today',
      secondsUntilTomorrow(Date.now(), () => 0) + 1,
    );
  }
}

/**
 * Sends an email to the account's own address.
 * @param path - the member of the input that the mail service may refuse
 * @throws {ApiError} `rate_limited`; {ValidationError} the address or the email is refused
 */
export async function sendToOwner(context: Context, email: Email, path: string): Promise<void> {
  const { services } = context;
  const key = await services.digestKey();
  const emailDigest = digestEmail(key, email.to);
  if (await services.suppressions.isSuppressed(emailDigest)) {
    throw new ValidationError([
      { path: '', message: 'cannot be sent: your address bounced or reported our email as spam' },
    ]);
  }
  await takeFromBudget(context, digestEmail(key, mailboxOf(email.to)));
  try {
    await services.mailer.send(email, { emailDigest, waitlistId: null });
  } catch (error) {
    if (!(error instanceof EmailRefusedError)) throw error;
    throw ValidationError.at(path, 'was refused by the mail service');
  }
}
