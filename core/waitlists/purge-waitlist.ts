import { type JobHandler, RESERVE_MS } from '../outbox/run-outbox.ts';
import type { PurgeStore } from './purge-store.ts';

/** Rows per transaction, so that each takes a fraction of a second. */
const BATCH_ROWS = 5_000;

/** The job `purge_waitlist`: removes the rows of a deleted waitlist, batch by batch while time remains. */
export function purgeWaitlist(store: PurgeStore): JobHandler {
  return async ({ waitlistId }, { remainingMs }) => {
    do {
      const { finished } = await store.purgeBatch(waitlistId, BATCH_ROWS);
      if (finished) return 'done';
    } while (remainingMs() >= RESERVE_MS);
    return 'more';
  };
}
