import { defineJob, RESERVE_MS } from '../outbox/job.ts';

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

/** Rows per transaction, so that each takes a fraction of a second. */
const BATCH_ROWS = 5_000;

/** Removes the rows of a deleted waitlist, batch by batch while time remains. */
export const purgeWaitlistJob = defineJob({
  kind: 'purge_waitlist',
  lane: { slots: 2 },
  run:
    ({ purges }: { readonly purges: PurgeStore }) =>
    async ({ waitlistId }, { remainingMs }) => {
      do {
        const { finished } = await purges.purgeBatch(waitlistId, BATCH_ROWS);
        if (finished) return 'done';
      } while (remainingMs() >= RESERVE_MS);
      return 'more';
    },
});
