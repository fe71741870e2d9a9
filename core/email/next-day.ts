const DAY_MS = 24 * 3600_000;

/**
 * Seconds until shortly after the next midnight (UTC), when accounts may send again: not all at once, but over an hour.
 */
export function secondsUntilTomorrow(now: number, random: () => number = Math.random): number {
  return Math.ceil((DAY_MS - (now % DAY_MS)) / 1000 + random() * 3600);
}
