import { setTimeout as delay } from 'node:timers/promises';

/** So many calls of functions in so short a time are a rush: more than one person makes by hand. */
const RUSH_CALLS = 10;
const RUSH_MS = 200;

/** During a rush one email takes the time of so many milliseconds: SES first gives an account 14 a second. */
const EMAIL_MS = 1000 / 14;

/** Lets emails wait while many others wait for an answer. */
export interface EmailPace {
  /** A function is called. */
  seen(): void;
  /** Settles when the next email may be taken: at once, unless there is a rush. */
  next(): Promise<void>;
}

/**
 * On AWS the worker and SES are computers of their own, and SES takes so many emails a second of an account and no more.
 * Here they share one processor with those who answer visitors, and an email costs ten times what a signup does.
 */
export function createEmailPace(): EmailPace {
  const calls = new Float64Array(RUSH_CALLS).fill(Number.NEGATIVE_INFINITY);
  let oldest = 0;
  let free = 0;
  return {
    seen() {
      calls[oldest] = performance.now();
      oldest = (oldest + 1) % RUSH_CALLS;
    },
    async next() {
      const now = performance.now();
      if (now - (calls[oldest] ?? 0) > RUSH_MS) return;
      free = Math.max(free, now) + EMAIL_MS;
      await delay(free - now);
    },
  };
}
