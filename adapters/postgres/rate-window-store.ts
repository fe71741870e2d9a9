import type pg from 'pg';

/** Longer than any window of a limiter, so that what is swept cannot matter any more. */
const KEEP_MS = 20 * 60_000;
/** What one call of the function removes at most. */
const BATCH_ROWS = 10_000;

/** Housekeeping of the limiters' rows; the limiters themselves live in SQL functions. */
export interface RateWindowStore {
  /** Removes rows not used for twenty minutes, 10,000 to a transaction, until few are left. */
  sweep(): Promise<void>;
}

export const createRateWindowStore = (pool: pg.Pool): RateWindowStore => ({
  async sweep() {
    let removed: number;
    do {
      const { rows } = await pool.query<{ removed: number }>('SELECT sweep_rate_windows($1) AS removed', [
        KEEP_MS,
      ]);
      removed = rows[0]?.removed ?? 0;
    } while (removed >= BATCH_ROWS);
  },
});
