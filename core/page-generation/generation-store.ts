import type { RateLimit } from '../kernel/rate-limit.ts';

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

/** How many pages an account may generate. */
export interface GenerationLimits {
  readonly accountId: string;
  /** In a calendar month (UTC). */
  readonly quota: number;
  /** Attempts, successful or not. */
  readonly pace: RateLimit;
}

export type Reservation =
  | { readonly id: string }
  /** The month's quota is used up, or attempts come too fast. */
  | { readonly refused: 'quota' | 'pace'; readonly waitSeconds: number };

/** Counts generations exactly, also under concurrency. */
export interface GenerationStore {
  reserve(limits: GenerationLimits): Promise<Reservation>;
  /** The page was delivered, and counts. */
  keep(id: string): Promise<void>;
  /** There is no page, and nothing counts. */
  giveBack(id: string): Promise<void>;
}
