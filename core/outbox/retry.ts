import { setTimeout as delay } from 'node:timers/promises';
import { isUnavailable } from '../kernel/unavailable.ts';

// Pauses after failures. Waits for a limit or for a domain's DNS are beside their jobs.
const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400] as const;

/**
 * A pause that doubles with each failure.
 * @param first - seconds
 * @param longest - seconds
 * @returns a function: seconds after so many failures (at least 1), plus up to 25% so that what failed together spreads out
 */
const doubling =
  (first: number, longest: number) =>
  (failures: number, random: () => number = Math.random): number =>
    Math.round(Math.min(first * 2 ** (failures - 1), longest) * (1 + random() / 4));

/** A job that failed: 15 s, 30 s, 1 min … 4 h. */
export const jobRetrySeconds = doubling(15, 4 * HOUR);
/** When the database is away, results are saved once it is back, so the job that met it runs then: at once, 1 s, 2 s. */
const OUTAGE_TRIES = 3;

/** A job that failed because of an error. @param failures - at least 1 */
export const retrySeconds = (failures: number, error: unknown): number =>
  isUnavailable(error) && failures <= OUTAGE_TRIES ? failures - 1 : jobRetrySeconds(failures);

/** So a failing job is retried for a day before it is parked, and then once a day. */
export const MAX_FAILURES = 16;

/** Copying to a customer's database that is away: 5 s, 10 s … 2 min, for as long as it is. */
export const databaseRetrySeconds = doubling(5, 2 * MINUTE);
/** Jobs that need something from a customer's database that is away look again after this. */
export const AWAY_SECONDS = 5 * MINUTE;

/** Seconds from one failed attempt at a webhook's delivery to the next (beyond 8). */
const WEBHOOK_PAUSES = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;

/** The seconds that `Retry-After` asks for, as a number or a date; 0 for anything else. */
function askedSeconds(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0;
  // Discord may send fractions.
  if (/^\d+(\.\d+)?$/.test(retryAfter)) return Math.ceil(Number(retryAfter));
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? 0 : Math.ceil((at - now) / 1_000);
}

/**
 * When a webhook's delivery is tried again: not before the receiver asked for, but a day later at most.
 * @param attempts - failed attempts, at least 1
 * @param retryAfter - the header of the answer
 * @returns seconds; null: never
 */
export function webhookRetrySeconds(attempts: number, retryAfter?: string, now = Date.now()): number | null {
  const pause = WEBHOOK_PAUSES[attempts - 1];
  return pause === undefined ? null : Math.max(pause, Math.min(askedSeconds(retryAfter, now), DAY));
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;
/** Left for what follows. */
const AFTER_SAVE_MS = 1_000;

/**
 * Saves the result of work that must not be done twice, and tries again while time remains: a database that restarts
 * is back in seconds.
 * @param save - must be idempotent
 */
export async function persist<Result>(
  save: () => Promise<Result>,
  remainingMs: () => number,
): Promise<Result> {
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await save();
    } catch (error) {
      if (remainingMs() < pause + AFTER_SAVE_MS) throw error;
      await delay(pause);
    }
  }
}
