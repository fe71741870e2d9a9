/** How far the purge of a deleted waitlist has come. */
export interface PurgeProgress {
  /** Entries still there. */
  readonly remaining: number;
  /** Whether nothing of the waitlist is left. */
  readonly finished: boolean;
}

/** Removes what a deleted waitlist leaves behind, in bounded steps. */
export interface PurgeStore {
  /**
   * Removes up to `maxRows` entries with all that belongs to them; then, as a step of its own, what is left of the
   * list. Repeating it, also after it finished, is harmless.
   * @throws when the waitlist is not deleted.
   */
  purgeBatch(waitlistId: string, maxRows: number): Promise<PurgeProgress>;
}
