import type { RateLimitState } from '../rate-limit.ts';

/** The waitlist that a visitor tries to join, and whether the visitor's address may try again now. */
export interface Admission {
  readonly waitlistId: string;
  readonly referralMessage: string | null;
  readonly rateLimit: RateLimitState;
}

export interface AdmissionStore {
  /**
   * Looks the waitlist up and counts the attempt, in one round trip.
   * @param addressDigest - keyed digest of the visitor's address; addresses themselves are not kept.
   * @returns null when no waitlist has this slug.
   */
  admit(slug: string, addressDigest: Buffer): Promise<Admission | null>;
}
