/** The context that a sealed secret is bound to. It opens only with the same context. */
export interface SealContext {
  readonly waitlistId: string;
  readonly purpose: SealPurpose;
}

export type SealPurpose = 'turnstile' | 'database' | 'webhook';

/**
 * Encrypts customers' secrets so that a copy of the database alone is useless. A value copied to another
 * waitlist or column does not open.
 */
export interface Sealer {
  seal(secret: string, context: SealContext): Promise<Buffer>;
  /** @throws {SealError} if it was sealed with another context or key, or has changed */
  open(sealed: Buffer, context: SealContext): Promise<string>;
}

/** A sealed secret that does not open. Identifies it without revealing content. */
export class SealError extends Error {
  override readonly name = 'SealError';

  constructor({ purpose, waitlistId }: SealContext, reason: string, options?: ErrorOptions) {
    super(`Cannot open the sealed ${purpose} secret of waitlist ${waitlistId}: ${reason}`, options);
  }
}
