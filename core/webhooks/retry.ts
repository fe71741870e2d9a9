const [MINUTE, HOUR, DAY] = [60, 3_600, 86_400] as const;

/** Seconds from one failed attempt to the next (beyond 8). */
const PAUSES = [
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

/**
 * Attempts are a day apart at most, so a webhook that has not failed for longer had nothing to send: whether its receiver was
 * failing all along is not known, and the five days start again.
 */
export const LONGEST_PAUSE_HOURS = 25;

/** A webhook that fails for so long is disabled. */
const PATIENCE_MS = 5 * DAY * 1_000;

/** The seconds that `Retry-After` asks for, as a number or a date; 0 for anything else. */
function askedSeconds(retryAfter: string | undefined, now: number): number {
  if (retryAfter === undefined) return 0;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? 0 : Math.ceil((at - now) / 1_000);
}

/**
 * When a delivery is tried again: not before the receiver asked for, but a day later at most.
 * @param attempts - that failed, at least 1
 * @param retryAfter - the header of the answer
 * @returns seconds; null: never
 */
export function retrySeconds(attempts: number, retryAfter?: string, now = Date.now()): number | null {
  const pause = PAUSES[attempts - 1];
  return pause === undefined ? null : Math.max(pause, Math.min(askedSeconds(retryAfter, now), DAY));
}

/** Whether a webhook that failed just now has failed for too long. */
export const isGivenUp = (failingSince: Date | null, now: number): boolean =>
  failingSince !== null && now - failingSince.getTime() >= PATIENCE_MS;

/** The answer of a receiver that wants nothing more, ever. */
export const GONE = 410;

/** Whether an answer means that the receiver took the event. */
export const isAccepted = (status: number): boolean => status >= 200 && status < 300;
