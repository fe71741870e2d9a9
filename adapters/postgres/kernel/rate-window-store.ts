import type pg from 'pg';

/** Longer than the window of any limiter. */
const KEEP_MS = 20 * 60_000;
/** How many rows one statement deletes. */
const BATCH_ROWS = 10_000;

/** Deletes idle rows of the rate limiter (`take_request`). */
export interface RateWindowStore {
  /** Removes rows not used for twenty minutes, 10,000 to a transaction, until few are left. */
  sweep(): Promise<void>;
}

export const createRateWindowStore = (pool: pg.Pool): RateWindowStore => ({
  async sweep() {
    let deleted: number;
    do {
      // Rows in use are skipped, never waited for.
      const { rowCount } = await pool.query(
        `WITH idle AS (
           SELECT subject FROM rate_windows
           WHERE coalesce((SELECT max(hit) FROM unnest(hits) AS hit), 0)
                 < floor(extract(epoch FROM clock_timestamp()) * 1000) - $1
           LIMIT $2 FOR UPDATE SKIP LOCKED)
         DELETE FROM rate_windows r USING idle WHERE r.subject = idle.subject`,
        [KEEP_MS, BATCH_ROWS],
      );
      deleted = rowCount ?? 0;
    } while (deleted === BATCH_ROWS);
  },
});
