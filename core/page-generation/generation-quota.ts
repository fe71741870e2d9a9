/** How long a reservation counts: longer than any generation takes, so that those left by a crash expire. */
export const RESERVATION_SECONDS = 120;

/**
 * How long until an account may generate another page.
 * @param used - those of this month (UTC), with those under way
 * @returns whole seconds; 0 for now
 */
export function secondsUntilGeneration(used: number, quota: number, now: Date): number {
  if (used < quota) return 0;
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  return Math.ceil((nextMonth - now.getTime()) / 1000) + 1;
}
