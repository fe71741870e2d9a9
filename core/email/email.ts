/** A message to one person, in both forms. */
export interface Email {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}

/** Why a message was refused for good: no repeat of it can succeed. */
export class EmailRefusedError extends Error {
  override readonly name = 'EmailRefusedError';
}

export interface Mailer {
  /**
   * Hands a message to the mail service.
   * @throws {EmailRefusedError} when the service will never take it; any other error may pass with time.
   */
  send(email: Email): Promise<void>;
}
