import { setTimeout as delay } from 'node:timers/promises';

/** More calls in less time than a person makes by hand. */
const RUSH_CALLS = 10;
const RUSH_MS = 200;

/** Time per email during a rush: a new SES account sends 14 a second. */
const EMAIL_MS = 1000 / 14;

/** Emails that wait longer are refused, well before the client gives up on them. */
const LONGEST_WAIT_MS = 4_000;

/** Slows emails down while the functions are busy. */
export interface EmailPace {
  /** A function is called. */
  countCall(): void;
  /**
   * Resolves when the next email may be sent: immediately, unless there is a rush.
   * @returns false, at once, if too many wait already
   */
  next(): Promise<boolean>;
}

/**
 * On AWS the worker and SES have their own machines. Here they share one with the functions that answer visitors, and
 * an email costs ten times as much as a signup.
 */
export function createEmailPace(): EmailPace {
  const calls = new Float64Array(RUSH_CALLS).fill(Number.NEGATIVE_INFINITY);
  let oldest = 0;
  let free = 0;
  return {
    countCall() {
      calls[oldest] = performance.now();
      oldest = (oldest + 1) % RUSH_CALLS;
    },
    async next() {
      const now = performance.now();
      if (now - (calls[oldest] ?? 0) > RUSH_MS) return true;
      const at = Math.max(free, now) + EMAIL_MS;
      if (at - now > LONGEST_WAIT_MS) return false;
      free = at;
      await delay(at - now);
      return true;
    },
  };
}
