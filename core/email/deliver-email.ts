import type { KeyObject } from 'node:crypto';
import type { PlanId } from '../kernel/plans.ts';
import type { Site } from '../kernel/site.ts';
import { digestEmail } from '../signups/email-digest.ts';
import { type Email, EmailRefusedError, type Mailer } from './email.ts';
import type { EmailBudget, EmailLimits, EmailVerdict } from './email-budget.ts';
import { mailboxOf } from './mailbox.ts';
import type { EmailKind, SentEmails } from './sent-emails.ts';
import { digestStop, stopLink } from './stop-link.ts';
import type { StopStore } from './stop-store.ts';

/** Why an email is not sent. */
export type UnsentReason = 'refused' | 'suppressed' | 'stopped' | Exclude<EmailVerdict, 'granted'>;

export interface DeliveryServices {
  readonly site: Site;
  readonly stops: Pick<StopStore, 'isStopped'>;
  readonly sentEmails: SentEmails;
  readonly budget: EmailBudget;
  readonly limits: EmailLimits;
  readonly digestKey: () => Promise<KeyObject | Buffer>;
  readonly mailer: Mailer;
  /** Called for an email that will never be sent. */
  readonly onUnsent: (reason: UnsentReason, waitlistId: string, cause?: EmailRefusedError) => void;
  /** Called for an email that was sent, but is missing from what its person was sent. */
  readonly onUnrecorded: (cause: unknown) => void;
}

/** Whom an email is for. */
export interface Recipient {
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
}

export interface Delivery {
  /** As it is recorded. Null for an email to someone who is not on the list yet. */
  readonly kind: EmailKind | null;
  /** A UUID. The same email after a failure has the same, and counts once. */
  readonly grantId: string;
  /** Makes the email, with the link that stops more. */
  readonly compose: (stopLink: string) => Email;
}

export type DeliveryOutcome =
  | { readonly status: 'sent' }
  | { readonly status: UnsentReason; readonly cause?: EmailRefusedError };

/** Sends an email to someone on a waitlist, unless their address, their mailbox, or a limit forbids it. */
export async function deliverEmail(
  { site, stops, sentEmails, budget, limits, digestKey, mailer, onUnrecorded }: DeliveryServices,
  { waitlistId, entryId, email, emailDigest, suppressed, accountId, plan, replyTo }: Recipient,
  { kind, grantId, compose }: Delivery,
): Promise<DeliveryOutcome> {
  if (suppressed) return { status: 'suppressed' };
  const key = await digestKey();
  const mailbox = digestEmail(key, mailboxOf(email));
  if (await stops.isStopped(waitlistId, digestStop(key, waitlistId, mailbox))) return { status: 'stopped' };
  const verdict = await budget.grant({
    accountId,
    entryId: grantId,
    recipient: mailbox,
    recipientMax: limits.perRecipient,
    accountMax: limits.perAccount[plan],
  });
  if (verdict !== 'granted') return { status: verdict };

  const link = stopLink(site, key, entryId);
  try {
    await mailer.send(
      { ...compose(link), ...(replyTo !== null && { replyTo }) },
      { emailDigest, waitlistId },
    );
  } catch (error) {
    // A retry cannot succeed.
    if (!(error instanceof EmailRefusedError)) throw error;
    return { status: 'refused', cause: error };
  }
  // A retry would send it twice.
  if (kind !== null) await sentEmails.record(waitlistId, entryId, kind).catch(onUnrecorded);
  return { status: 'sent' };
}
