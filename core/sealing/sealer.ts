/** What a sealed secret belongs to; it opens only with the same. */
export interface SealContext {
  readonly waitlistId: string;
  readonly purpose: SealPurpose;
}

export type SealPurpose = 'turnstile' | 'database';

/**
 * Keeps secrets that customers give us, so that what the database stores of them is of no use by itself. A row that is
 * copied to another waitlist, or a value put in another column, does not open.
 */
export interface Sealer {
  seal(secret: string, context: SealContext): Promise<Buffer>;
  /** @throws {SealError} when it was sealed for another context or with another key, or was changed since */
  open(sealed: Buffer, context: SealContext): Promise<string>;
}

/** A sealed secret that does not open. Says which it is, and never what is in it. */
export class SealError extends Error {
  override readonly name = 'SealError';

  constructor({ purpose, waitlistId }: SealContext, reason: string, options?: ErrorOptions) {
    super(`The sealed ${purpose} secret of waitlist ${waitlistId} does not open: ${reason}`, options);
  }
}
