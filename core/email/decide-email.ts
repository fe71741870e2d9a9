import type { EmailRequest, EmailVerdict } from './email-budget.ts';

/** How long a grant counts against its mailbox. */
export const RECIPIENT_WINDOW_HOURS = 24;

/** The emails granted before this one. */
export interface EmailUse {
  /** Whether this email was granted before: a repeat after a failure does not count again. */
  readonly isGranted: boolean;
  /** To its mailbox, in the last 24 hours. */
  readonly recipient: number;
  /** For its account, today. */
  readonly account: number;
  /** Of those: emails of announcements. */
  readonly announced: number;
}

/** Whether an email may be sent. An email that one limit refuses does not count toward the other. */
export function decideEmail(
  { isGranted, recipient, account, announced }: EmailUse,
  {
    recipientMax,
    accountMax,
    announcedMax,
  }: Pick<EmailRequest, 'recipientMax' | 'accountMax' | 'announcedMax'>,
): EmailVerdict {
  if (isGranted) return 'granted';
  if (recipient >= recipientMax) return 'recipient_limit';
  const isOver = account >= accountMax || (announcedMax !== null && announced >= announcedMax);
  return isOver ? 'account_limit' : 'granted';
}

/**
 * {@link decideEmail} for several emails: each counts for those after it.
 * @param uses - before all of them
 */
export function decideEmails(
  requests: readonly EmailRequest[],
  uses: readonly EmailUse[],
): readonly EmailVerdict[] {
  const granted: EmailRequest[] = [];
  return requests.map((request, index) => {
    const use = uses[index];
    if (!use) throw new Error('An email has no use');
    const toMailbox = granted.filter(other => other.recipient.equals(request.recipient));
    const isGranted = use.isGranted || toMailbox.some(({ entryId }) => entryId === request.entryId);
    const ofAccount = granted.filter(({ accountId }) => accountId === request.accountId);
    const verdict = decideEmail(
      {
        isGranted,
        recipient: use.recipient + toMailbox.length,
        account: use.account + ofAccount.length,
        announced: use.announced + ofAccount.filter(({ announcedMax }) => announcedMax !== null).length,
      },
      request,
    );
    if (verdict === 'granted' && !isGranted) granted.push(request);
    return verdict;
  });
}
