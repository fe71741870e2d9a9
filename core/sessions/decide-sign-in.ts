import { timingSafeEqual } from 'node:crypto';
import type { RateLimit } from '../kernel/rate-limit.ts';

/** How long a code and its link work. */
export const SIGN_IN_SECONDS = 600;
/** How long a session lasts. */
export const SESSION_SECONDS = 30 * 24 * 3600;

/** Attempts from one network. */
export const NETWORK_LIMIT: RateLimit = { requests: 20, windowSeconds: 600 };
/** Messages to one mailbox. */
const MESSAGE_LIMITS: readonly RateLimit[] = [
  { requests: 5, windowSeconds: 600 },
  { requests: 20, windowSeconds: 24 * 3600 },
];
/** With 20 codes a day to one mailbox, a stranger has 100 guesses a day at six digits. */
const GUESSES = 5;

/** An attempt to sign in, as it was stored. Digests and hashes are 32 bytes. */
export interface StoredAttempt {
  readonly codeDigest: Buffer;
  readonly browserHash: Buffer;
  readonly failures: number;
  readonly usedAt: Date | null;
  readonly createdAt: Date;
}

const secondsSince = (then: Date, now: Date): number => (now.getTime() - then.getTime()) / 1000;

const isAlive = ({ usedAt, createdAt }: StoredAttempt, now: Date): boolean =>
  usedAt === null && secondsSince(createdAt, now) < SIGN_IN_SECONDS;

/** The result of a code or a link; store `failures` if it is set. */
export interface SignInDecision {
  readonly outcome: 'signed_in' | 'wrong' | 'gone';
  readonly failures?: number;
}

/**
 * Whether a code signs in. Only guesses from the browser that asked for the code count, and no other browser learns
 * whether its guess was right.
 * @param attempt - locked, so that parallel guesses are counted one by one
 */
export function decideCode(
  attempt: StoredAttempt,
  presented: Pick<StoredAttempt, 'browserHash' | 'codeDigest'>,
  now: Date,
): SignInDecision {
  if (!isAlive(attempt, now) || attempt.failures >= GUESSES) return { outcome: 'gone' };
  if (!timingSafeEqual(attempt.browserHash, presented.browserHash)) return { outcome: 'gone' };
  if (timingSafeEqual(attempt.codeDigest, presented.codeDigest)) return { outcome: 'signed_in' };
  const failures = attempt.failures + 1;
  return { outcome: failures < GUESSES ? 'wrong' : 'gone', failures };
}

/** Whether the link of an attempt signs in, in any browser. */
export const decideLink = (attempt: StoredAttempt, now: Date): SignInDecision => ({
  outcome: isAlive(attempt, now) ? 'signed_in' : 'gone',
});

/**
 * How long until a mailbox may get another message.
 * @param sentAt - the messages of the last day, newest first
 * @returns whole seconds; 0 for now
 */
export function secondsUntilMessage(sentAt: readonly Date[], now: Date): number {
  const waits = MESSAGE_LIMITS.map(({ requests, windowSeconds }) => {
    const blocking = sentAt[requests - 1];
    return blocking ? windowSeconds - secondsSince(blocking, now) : 0;
  });
  return Math.max(0, Math.ceil(Math.max(...waits)));
}
