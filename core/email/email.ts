/** An address of an account that mail comes from. */
export interface EmailSender {
  readonly email: string;
  readonly name: string;
}

/** A message to one person, in both forms. */
export interface Email {
  readonly to: string;
  /** The waitlist it is for, whose name is the sender's. */
  readonly waitlistName?: string;
  /** Whom it is from, instead of us. */
  readonly sender?: EmailSender;
  /** Where replies go; nobody reads those to our own address. */
  readonly replyTo?: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Further headers, by name. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Tags that the mail service returns with a bounce: digest and id, no address. */
export interface EmailOrigin {
  /** Keyed digest of the recipient, 32 bytes. */
  readonly emailDigest: Buffer;
  /** Null: it belongs to none. */
  readonly waitlistId: string | null;
}

/** Why a message was refused for good: sending it again cannot succeed. */
export class EmailRefusedError extends Error {
  override readonly name = 'EmailRefusedError';
}

/**
 * The mail service refuses us, whatever the message: the account is paused, or the sender is not verified.
 * Emails wait until a person fixes it. `name` is the service's error name.
 */
export class SenderRefusedError extends Error {
  override readonly name: string;

  constructor(reason: string, options?: ErrorOptions) {
    super(`The mail service rejects the sender: ${reason}`, options);
    this.name = reason;
  }
}

/** The mail service takes no more email for now: too many in this second, or in the last 24 hours. The email is fine. */
export class ThrottledError extends Error {
  override readonly name = 'ThrottledError';
  readonly scope: 'second' | 'day';

  constructor(scope: 'second' | 'day', options?: ErrorOptions) {
    super(`The mail service takes no more email in this ${scope}`, options);
    this.scope = scope;
  }
}

/** Nobody knows whether the mail service took the message: its answer was lost. */
export class UncertainError extends Error {
  override readonly name = 'UncertainError';
}

/** How much email the mail service takes from us. */
export interface SendQuota {
  readonly perSecond: number;
  /** In any 24 hours; null for any number. */
  readonly perDay: number | null;
  /** In the last 24 hours. */
  readonly sentToday: number;
}

export interface Mailer {
  /**
   * Hands a message to the mail service.
   * @throws {EmailRefusedError} when the service will never take it.
   * @throws {SenderRefusedError} while the service refuses all our mail.
   * @throws {ThrottledError} when there were too many.
   * @throws {UncertainError} when it may have taken the message. After another error, it did not, and may later.
   */
  send(email: Email, origin: EmailOrigin): Promise<void>;
}
