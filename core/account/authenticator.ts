import type { Caller } from '../kernel/operation.ts';
import type { RateLimitState } from '../kernel/rate-limit.ts';

/** Requests an account may make in any 60 seconds, whichever keys and tokens it uses (specification section 8). */
export const ACCOUNT_RATE = { requests: 120, windowSeconds: 60 } as const;

/** What one look-up says of a credential: who it is, and whether they may go on now. */
export interface Recognition {
  readonly caller: Caller;
  readonly rateLimit: RateLimitState;
}

/** What a caller shows, told apart by its form. */
export interface Credential {
  readonly kind: Caller['key']['kind'];
  readonly hash: Buffer;
}

export interface Authenticator {
  /**
   * Recognises an API key, an access token or a session by its hash and counts the request against its account, in one round trip.
   * Null for one that does not exist, is revoked or has expired; nothing is counted then.
   */
  authenticate(credential: Credential): Promise<Recognition | null>;
}
