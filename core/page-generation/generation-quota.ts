/** A reservation counts that long, which is longer than any generation takes. What a crash leaves behind then expires. */
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
