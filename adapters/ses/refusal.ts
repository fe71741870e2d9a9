import { EmailRefusedError, SenderRefusedError } from '../../core/email/email.ts';

/**
 * What an error of SES's SendEmail is about, by its name:
 *
 * - `sender`: us. Every message would get the same answer until a person mends it, so the message is kept.
 * - `either`: the message, for which no repeat can succeed, or, by the words it comes with, us.
 *
 * Whatever is not here may pass with time: too many requests (a second's or a day's), faults of SES, the network.
 */
const ABOUT: Readonly<Record<string, 'sender' | 'either'>> = {
  AccountSuspendedException: 'sender',
  SendingPausedException: 'sender',
  MailFromDomainNotVerifiedException: 'sender',
  // The configuration set is gone.
  NotFoundException: 'sender',
  AccessDeniedException: 'sender',
  // An address or a header that is none; a configuration set that is none.
  BadRequestException: 'either',
  // Content that SES does not send; a sender (in the sandbox: a recipient) that is not verified.
  MessageRejected: 'either',
};

const WORDS_ABOUT_US =
  /not verified|configuration set|suspended|paused|sandbox|(your|this) account|not authorized/i;

/** Anybody chooses an address, and none may pass for words of SES. */
const withoutAddresses = (message: string): string => message.replace(/\S+@\S+/g, '');

/** An answer of SES. By its members and not by its class: the client is loaded when it first sends, and not for a class. */
const isAnswer = (error: unknown): error is Error =>
  error instanceof Error && '$fault' in error && '$metadata' in error;

/** The error of the mailer that an error of the SES client stands for. */
export function toMailerError(error: unknown): unknown {
  if (!isAnswer(error)) return error;
  const about = ABOUT[error.name];
  if (about === undefined) return error;
  // The words may hold the address, and so go no further than the cause.
  return about === 'sender' || WORDS_ABOUT_US.test(withoutAddresses(error.message))
    ? new SenderRefusedError(error.name, { cause: error })
    : new EmailRefusedError(error.name, { cause: error });
}
