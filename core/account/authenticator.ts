import type { Caller } from '../operation.ts';
import type { RateLimitState } from '../rate-limit.ts';

/** Requests an account may make in any 60 seconds, whichever keys it uses (specification section 8). */
export const ACCOUNT_RATE = { requests: 120, windowSeconds: 60 } as const;

/** What one look-up says of a credential: who it is, and whether they may go on now. */
export interface Recognition {
  readonly caller: Caller;
  readonly rateLimit: RateLimitState;
}

export interface Authenticator {
  /**
   * Recognises an API key by its hash and counts the request against its account, in one round trip.
   * Null for a key that does not exist or is revoked; nothing is counted then.
   */
  authenticate(keyHash: Buffer): Promise<Recognition | null>;
}
