import type { RateLimit } from '../kernel/rate-limit.ts';

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
