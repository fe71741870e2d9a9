const DAY_MS = 24 * 3600_000;

/** Seconds until accounts may send again after midnight (UTC), spread over an hour. */
export function secondsUntilTomorrow(now: number, random: () => number = Math.random): number {
  return Math.ceil((DAY_MS - (now % DAY_MS)) / 1000 + random() * 3600);
}
