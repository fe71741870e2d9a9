import type { EmailRequest, EmailVerdict } from './email-budget.ts';

/** How long a grant counts against its mailbox. */
export const RECIPIENT_WINDOW_HOURS = 24;

/** What was granted before this email. */
export interface EmailUse {
  /** Whether this email was granted before: a repeat after a failure does not count again. */
  readonly isGranted: boolean;
  /** To its mailbox, in the last 24 hours. */
  readonly recipient: number;
  /** For its account, today. */
  readonly account: number;
}

/** Whether an email may be sent. An email that one limit refuses does not count toward the other. */
export function decideEmail(
  { isGranted, recipient, account }: EmailUse,
  { recipientMax, accountMax }: Pick<EmailRequest, 'recipientMax' | 'accountMax'>,
): EmailVerdict {
  if (isGranted) return 'granted';
  if (recipient >= recipientMax) return 'recipient_limit';
  return account >= accountMax ? 'account_limit' : 'granted';
}
