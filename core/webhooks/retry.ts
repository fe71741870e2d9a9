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

/** A webhook that fails for so long is disabled. */
const PATIENCE_MS = 5 * DAY * 1_000;

/**
 * When a delivery is tried again.
 * @param attempts - that failed, at least 1
 * @returns seconds; null: never
 */
export const retrySeconds = (attempts: number): number | null => PAUSES[attempts - 1] ?? null;

/** Whether a webhook that failed just now has failed for too long. */
export const isGivenUp = (failingSince: Date | null, now: number): boolean =>
  failingSince !== null && now - failingSince.getTime() >= PATIENCE_MS;

/** Whether an answer means that the receiver took the event. */
export const isAccepted = (status: number): boolean => status >= 200 && status < 300;
