import type pg from 'pg';

/** Housekeeping of the signups that wait to be taken in together; `join_one` writes and takes them. */
export interface WaitingSignups {
  /** Removes what has waited for five minutes: its connection broke off, and its visitor was told nothing. */
  sweep(): Promise<void>;
}

export const createWaitingSignups = (pool: pg.Pool): WaitingSignups => ({
  async sweep() {
    await pool.query('SELECT sweep_waiting_signups()');
  },
});
