import * as z from 'zod';

const Digest = () =>
  z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .transform(hex => Buffer.from(hex, 'hex'));

/** A tag of an email comes back as a list, because SES allows several of one name. */
const tag = <Value extends z.ZodType>(value: Value) => z.tuple([value]).transform(([only]) => only);

/**
 * What a message of the feedback queue says: an email bounced for good, or was reported as spam. The event rules of
 * the stack make it of an event of SES, and leave the address out.
 */
export const EmailFeedback = () =>
  z.object({
    reason: z.enum(['bounce', 'complaint']),
    recipient: tag(Digest()),
    waitlist: tag(z.uuid()),
    /** When SES learnt of it. */
    at: z.iso.datetime().transform(text => new Date(text)),
  });
export type EmailFeedback = z.output<ReturnType<typeof EmailFeedback>>;

/** The names of the tags that every email carries. */
export const EMAIL_TAGS = { recipient: 'recipient', waitlist: 'waitlist' } as const;

/** Stands for the waitlist of an email that is of none, so that what comes back always has both tags. */
export const NO_WAITLIST = '00000000-0000-0000-0000-000000000000';

/** Addresses that are not written to any more. */
export interface SuppressionStore {
  /** The same event again, or an older one after a newer, changes nothing. */
  suppress(feedback: EmailFeedback): Promise<void>;
  /** By the keyed digest of the address. */
  isSuppressed(emailDigest: Buffer): Promise<boolean>;
}
