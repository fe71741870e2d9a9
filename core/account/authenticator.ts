import type { Caller } from '../kernel/operation.ts';
import type { RateLimitState } from '../kernel/rate-limit.ts';

/** Requests per account in any 60 seconds, across all its keys and tokens (specification section 8). */
export const ACCOUNT_RATE = { requests: 120, windowSeconds: 60 } as const;

/** The caller behind a credential, and whether the rate limit allows the request. */
export interface Recognition {
  readonly caller: Caller;
  readonly rateLimit: RateLimitState;
}

/** A credential; its kind follows from its form. */
export interface Credential {
  readonly kind: Caller['key']['kind'];
  readonly hash: Buffer;
}

export interface Authenticator {
  /**
   * Finds the caller of an API key, access token, or session by its hash and counts the request, in one
   * round trip. Null if it is unknown, revoked, or expired; nothing is counted then.
   */
  authenticate(credential: Credential): Promise<Recognition | null>;
}
