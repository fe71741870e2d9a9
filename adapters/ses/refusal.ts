import {
  EmailRefusedError,
  SenderRefusedError,
  ThrottledError,
  UncertainError,
} from '../../core/email/email.ts';

/**
 * What a SendEmail error is about, by its name:
 *
 * - `sender`: us. Every message would fail until somebody fixes the cause, so the message is kept.
 * - `either`: the message, which will never succeed, or us, depending on the error's text.
 *
 * Errors not listed may be temporary: faults of SES, the network.
 */
const ABOUT: Readonly<Record<string, 'sender' | 'either'>> = {
  AccountSuspendedException: 'sender',
  SendingPausedException: 'sender',
  MailFromDomainNotVerifiedException: 'sender',
  // The configuration set is gone.
  NotFoundException: 'sender',
  AccessDeniedException: 'sender',
  // An invalid address or header, or a configuration set that does not exist.
  BadRequestException: 'either',
  // Content that SES does not send; a sender (in the sandbox: a recipient) that is not verified.
  MessageRejected: 'either',
};

const WORDS_ABOUT_US =
  /not verified|configuration set|suspended|paused|sandbox|(your|this) account|not authorized/i;

/** Too many emails, in this second or (as the text says) in a day. */
const THROTTLED: ReadonlySet<string> = new Set([
  'TooManyRequestsException',
  'ThrottlingException',
  'Throttling',
]);

/** Anyone can choose an address, so none may count as SES's own text. */
const withoutAddresses = (message: string): string => message.replace(/\S+@\S+/g, '');

/**
 * An error response from SES. Checked by its members instead of its class, because the client is loaded on first use.
 */
const isAnswer = (error: unknown): error is Error =>
  error instanceof Error && '$fault' in error && '$metadata' in error;

/** Errors before a request is sent. */
const UNSENT: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);

/** Whether the message may have reached SES: its answer did not come. */
const isUncertain = (error: unknown): boolean =>
  error instanceof Error && !UNSENT.has('code' in error ? error.code : undefined);

/** The mailer's error for an error of the SES client. */
export function toMailerError(error: unknown): unknown {
  if (!isAnswer(error))
    return isUncertain(error)
      ? new UncertainError('The mail service did not answer', { cause: error })
      : error;
  if (THROTTLED.has(error.name))
    return new ThrottledError(/daily/i.test(error.message) ? 'day' : 'second', { cause: error });
  const about = ABOUT[error.name];
  if (about === undefined) return error;
  // The text may contain the address, so it is kept only in the cause.
  return about === 'sender' || WORDS_ABOUT_US.test(withoutAddresses(error.message))
    ? new SenderRefusedError(error.name, { cause: error })
    : new EmailRefusedError(error.name, { cause: error });
}
