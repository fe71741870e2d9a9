import * as z from 'zod';

const Digest = () =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .transform(hex => Buffer.from(hex, 'hex'));

/** SES returns a tag as a list, because a name can have several values. */
const tag = <Value extends z.ZodType>(value: Value) => z.tuple([value]).transform(([only]) => only);

/**
 * A message of the feedback queue: an email bounced permanently, or was reported as spam. The stack's event rules build
 * it from an SES event, and leave out the address.
 */
export const EmailFeedback = () =>
  z.object({
    reason: z.enum(['bounce', 'complaint']),
    recipient: tag(Digest()),
    waitlist: tag(z.uuid()),
    /** When SES learned of it. */
    at: z.iso.datetime().transform(text => new Date(text)),
  });
export type EmailFeedback = z.output<ReturnType<typeof EmailFeedback>>;

/** The tags of every email. */
export const EMAIL_TAGS = { recipient: 'recipient', waitlist: 'waitlist' } as const;

/** The waitlist tag of an email that belongs to none, so that feedback always has both tags. */
export const NO_WAITLIST = '00000000-0000-0000-0000-000000000000';

/** How long a bounce is remembered: the mailbox may have a new owner by then. A complaint is remembered for good. */
export const BOUNCE_DAYS = 365;

/** Addresses that get no email. */
export interface SuppressionStore {
  /** Idempotent; events may arrive in any order. */
  suppress(feedback: EmailFeedback): Promise<void>;
  /** By the keyed digest of the address. */
  isSuppressed(emailDigest: Buffer): Promise<boolean>;
  /** Forgets bounces of more than {@link BOUNCE_DAYS} ago. */
  sweep(): Promise<void>;
}
