import type { JobHandler } from '../outbox/run-outbox.ts';
import type { PurgeStore } from './purge-store.ts';

/** Rows to a transaction: a fraction of a second each, so that nobody waits behind a million. */
const BATCH_ROWS = 5_000;
/** Batches to a claim, well within its lease; what is left is a job of its own. */
const BATCHES = 20;

/** The job `purge_waitlist`: removes the rows of a deleted waitlist, in bounded batches. */
export function purgeWaitlist(store: PurgeStore): JobHandler {
  return async ({ waitlistId }) => {
    for (let batch = 0; batch < BATCHES; batch++) {
      const { finished } = await store.purgeBatch(waitlistId, BATCH_ROWS);
      if (finished) return 'done';
    }
    return 'more';
  };
}
