import type pg from 'pg';
import type { PurgeProgress, PurgeStore } from '../../../core/waitlists/purge-waitlist.ts';

/** {@link PurgeStore} on Postgres. */
export function createPurgeStore(pool: pg.Pool): PurgeStore {
  return {
    async purgeBatch(waitlistId, maxRows) {
      const { rows } = await pool.query<PurgeProgress>({
        name: 'purge-waitlist-batch',
        text: 'SELECT remaining, finished FROM purge_waitlist_batch($1, $2)',
        values: [waitlistId, maxRows],
      });
      const [progress] = rows;
      if (!progress) throw new Error('purge_waitlist_batch returned no row');
      return progress;
    },
  };
}
