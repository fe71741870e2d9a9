/** A message to one person, in both forms. */
export interface Email {
  readonly to: string;
  /** The waitlist it is for, whose name is the sender's. */
  readonly waitlistName?: string;
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
   * @throws {ThrottledError} when there were too many. Other errors may be temporary.
   */
  send(email: Email, origin: EmailOrigin): Promise<void>;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: removing control characters is the point
const LINE_BREAKS = /[\u0000-\u001f\u007f\u0085\u2028\u2029]+/g;

/** Whether a text has more than one line, or characters that may start one. */
export const hasLineBreaks = (text: string): boolean => text.search(LINE_BREAKS) !== -1;

/** Marks that turn the direction of the text after them, and so what it reads as. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;

export const withoutDirections = (text: string): string => text.replace(DIRECTIONS, '');

/** A text on one line and in one direction: names and values may contain any character, headers and our own lines may not. */
export const onOneLine = (text: string): string => withoutDirections(text).replace(LINE_BREAKS, ' ');
