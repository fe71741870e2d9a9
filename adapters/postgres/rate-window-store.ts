import type pg from 'pg';

/** Longer than any window of a limiter, so that what is swept cannot matter any more. */
const KEEP_MS = 10 * 60_000;

/** Housekeeping of the limiters' rows; the limiters themselves live in SQL functions. */
export interface RateWindowStore {
  /** Removes rows not used for ten minutes, at most 10,000 at a time. */
  sweep(): Promise<void>;
}

export const createRateWindowStore = (pool: pg.Pool): RateWindowStore => ({
  async sweep() {
    await pool.query('SELECT sweep_rate_windows($1)', [KEEP_MS]);
  },
});
