/** How long a reservation counts: longer than any generation takes, so that those left by a crash expire. */
export const RESERVATION_SECONDS = 120;

/**
 * Seconds until an account may generate another page.
 * @param used - pages generated this month (UTC), and those in progress
 * @returns whole seconds; 0 if it may now
 */
export function secondsUntilGeneration(used: number, quota: number, now: Date): number {
  if (used < quota) return 0;
  const nextMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1);
  return Math.ceil((nextMonth - now.getTime()) / 1000) + 1;
}
