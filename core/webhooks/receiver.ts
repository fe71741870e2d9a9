const DAY_MS = 24 * 3_600_000;

/**
 * Attempts are a day apart at most, so a webhook that has not failed for longer had nothing to send: whether its receiver was
 * failing all along is not known, and the five days start again.
 */
export const LONGEST_PAUSE_HOURS = 25;

/** A webhook that fails for so long is disabled. */
const PATIENCE_MS = 5 * DAY_MS;

/** Whether a webhook that failed just now has failed for too long. */
export const isGivenUp = (failingSince: Date | null, now: number): boolean =>
  failingSince !== null && now - failingSince.getTime() >= PATIENCE_MS;

/** The answer of a receiver that wants nothing more, ever. */
export const GONE = 410;

/** Whether an answer means that the receiver took the event. */
export const isAccepted = (status: number): boolean => status >= 200 && status < 300;
