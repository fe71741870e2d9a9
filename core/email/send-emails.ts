import { digestEmail } from '../identity/email-digest.ts';
import { mailboxOf } from '../identity/mailbox.ts';
import type { DigestKey } from '../kernel/digest-key.ts';
import type { PlanId } from '../kernel/plans.ts';
import type { Site } from '../kernel/site.ts';
import { inLanguage, type Reading } from '../languages/in-language.ts';
import type { JobContext } from '../outbox/job.ts';
import {
  type Email,
  EmailRefusedError,
  type EmailSender,
  type Mailer,
  SenderRefusedError,
  ThrottledError,
} from './email.ts';
import type { EmailBudget, EmailLimits, EmailVerdict } from './email-budget.ts';
import type { SendPace } from './send-pace.ts';
import type { EmailKind, SentEmails } from './sent-emails.ts';
import { digestStop, stopLink } from './stop-link.ts';
import type { StopStore } from './stop-store.ts';

/** Why an email is not sent. */
export type UnsentReason = 'refused' | 'suppressed' | 'stopped' | Exclude<EmailVerdict, 'granted'>;

/** A sender of the account that is active. */
export interface ActiveSender extends EmailSender {
  /** The account's claim on its domain. */
  readonly claimId: string;
}

export interface SendServices {
  readonly site: Site;
  readonly stops: Pick<StopStore, 'areStopped'>;
  readonly sentEmails: SentEmails;
  readonly budget: EmailBudget;
  readonly limits: EmailLimits;
  readonly digestKey: () => Promise<DigestKey>;
  readonly mailer: Mailer;
  readonly pace: SendPace;
  /** Called for an email that will never be sent. */
  readonly onUnsent: (reason: UnsentReason, waitlistId: string, cause?: EmailRefusedError) => void;
  /** Called when the mail service refuses an account's sender, whose DNS may have broken since it was checked. */
  readonly onSenderRefused: (sender: ActiveSender, cause: SenderRefusedError) => Promise<void>;
  /** Called for emails that were sent, but are missing from what their people were sent. */
  readonly onUnrecorded: (cause: unknown) => void;
}

/** Whom an email is for. */
export interface Recipient extends Reading {
  readonly waitlistId: string;
  readonly entryId: string;
  readonly email: string;
  readonly emailDigest: Buffer;
  /** The address bounced or complained, and gets no email. */
  readonly suppressed: boolean;
  readonly accountId: string;
  readonly plan: PlanId;
  /** Where replies go. Null: to nobody. */
  readonly replyTo: string | null;
  /** Null: ours. */
  readonly sender: ActiveSender | null;
}

/** An email to someone on a waitlist, or who wants to be. */
export interface Letter {
  readonly to: Recipient;
  /** As it is recorded. Null for an email to someone who is not on the list yet. */
  readonly kind: EmailKind | null;
  /** A UUID. The same email after a failure has the same, and counts once. */
  readonly grantId: string;
  /** The recipient has just asked for it, so a stop does not hold it back (beyond 7). */
  readonly isRequested?: boolean;
  /** Makes the email, with the link that stops more. */
  readonly compose: (stopLink: string) => Email;
}

export type SendOutcome =
  | { readonly status: 'sent' }
  /** The mail service takes no more for now. */
  | { readonly status: 'throttled' }
  | { readonly status: UnsentReason; readonly cause?: EmailRefusedError };

export interface SendResult<L extends Letter> {
  readonly letter: L;
  readonly outcome: PromiseSettledResult<SendOutcome>;
}

/** How often an email that is throttled waits for another turn, before its job does. */
const MAX_TRIES = 5;
/** Time to send an email whose turn it is, and to save that. */
const SEND_MS = 13_000;

/** Whether each letter may be sent: its address, its mailbox, or a limit may forbid it. */
async function decide(
  { stops, budget, limits, digestKey }: SendServices,
  letters: readonly Letter[],
): Promise<readonly (EmailVerdict | UnsentReason)[]> {
  const key = await digestKey();
  const verdicts = new Map<Letter, EmailVerdict | UnsentReason>();
  const undecided = () => letters.filter(letter => !verdicts.has(letter));
  for (const letter of letters) if (letter.to.suppressed) verdicts.set(letter, 'suppressed');

  const mailboxes = new Map(letters.map(each => [each, digestEmail(key, mailboxOf(each.to.email))]));
  const mailbox = (letter: Letter) => mailboxes.get(letter) as Buffer;
  const stoppable = undecided().filter(({ isRequested = false }) => !isRequested);
  const stopped = await stops.areStopped(
    stoppable.map(letter => {
      const { waitlistId } = letter.to;
      return { waitlistId, digest: digestStop(key, waitlistId, mailbox(letter)) };
    }),
  );
  for (const [index, letter] of stoppable.entries()) if (stopped[index]) verdicts.set(letter, 'stopped');

  const asking = undecided();
  const granted = await budget.grant(
    asking.map(letter => ({
      accountId: letter.to.accountId,
      entryId: letter.grantId,
      recipient: mailbox(letter),
      recipientMax: limits.perRecipient,
      accountMax: limits.perAccount[letter.to.plan],
      // The other half is kept for email that people wait for.
      announcedMax: letter.kind === 'announcement' ? Math.floor(limits.perAccount[letter.to.plan] / 2) : null,
    })),
  );
  for (const [index, letter] of asking.entries()) verdicts.set(letter, granted[index] ?? 'account_limit');
  return letters.map(letter => verdicts.get(letter) ?? 'account_limit');
}

async function send(
  { site, digestKey, mailer, pace, onSenderRefused }: SendServices,
  { to, compose }: Letter,
  { remainingMs }: JobContext,
): Promise<SendOutcome> {
  const { waitlistId, entryId, emailDigest, replyTo } = to;
  const email = compose(inLanguage(stopLink(site, await digestKey(), entryId), to));
  let { sender } = to;
  for (let tries = 0; tries < MAX_TRIES && (await pace.turn(remainingMs() - SEND_MS)); tries++) {
    try {
      const parts = { ...(replyTo !== null && { replyTo }), ...(sender && { sender }) };
      await mailer.send({ ...email, ...parts }, { emailDigest, waitlistId });
      pace.taken();
      return { status: 'sent' };
    } catch (error) {
      // A retry cannot succeed.
      if (error instanceof EmailRefusedError) return { status: 'refused', cause: error };
      if (error instanceof SenderRefusedError && sender !== null) {
        await onSenderRefused(sender, error);
        sender = null;
        continue;
      }
      if (!(error instanceof ThrottledError)) throw error;
      pace.throttled(error.scope);
    }
  }
  return { status: 'throttled' };
}

/** Notes which were sent. If that fails, they stay sent: a retry would send them twice. */
async function record(
  { sentEmails, onUnrecorded }: SendServices,
  group: readonly SendResult<Letter>[],
): Promise<void> {
  const sent = group.flatMap(({ letter: { to, kind }, outcome }) =>
    kind !== null && outcome.status === 'fulfilled' && outcome.value.status === 'sent'
      ? [{ waitlistId: to.waitlistId, entryId: to.entryId, kind }]
      : [],
  );
  if (sent.length > 0) await sentEmails.record(sent).catch(onUnrecorded);
}

/**
 * Sends emails to people on waitlists. What decides whether they may be sent is read for all of them at once; they are
 * sent in groups, each at the same time. Yields what became of a group before it sends the next.
 */
export async function* sendEmails<L extends Letter>(
  services: SendServices,
  letters: readonly L[],
  context: JobContext,
): AsyncGenerator<readonly SendResult<L>[]> {
  const verdicts = await decide(services, letters);
  const unsent = letters.flatMap((letter, index): SendResult<L>[] => {
    const status = verdicts[index];
    if (status === undefined || status === 'granted') return [];
    return [{ letter, outcome: { status: 'fulfilled', value: { status } } }];
  });
  if (unsent.length > 0) yield unsent;

  let waiting = letters.filter((_, index) => verdicts[index] === 'granted');
  while (waiting.length > 0) {
    const size = await services.pace.groupSize();
    const group = waiting.slice(0, size);
    waiting = waiting.slice(size);
    const outcomes = await Promise.allSettled(group.map(letter => send(services, letter, context)));
    const results = outcomes.map((outcome, index) => ({ letter: group[index] as L, outcome }));
    await record(services, results);
    yield results;
  }
}
