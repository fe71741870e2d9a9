export interface PurgeProgress {
  /** Remaining entries. */
  readonly remaining: number;
  /** Whether everything is gone. */
  readonly finished: boolean;
}

export interface PurgeStore {
  /**
   * Removes up to `maxRows` entries and everything that belongs to them, and finally the waitlist itself.
   * Idempotent, also after it finished.
   * @throws if the waitlist is not deleted
   */
  purgeBatch(waitlistId: string, maxRows: number): Promise<PurgeProgress>;
}
