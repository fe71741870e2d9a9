import type pg from 'pg';
import type { EntryChangeStore } from '../../../core/questions/entry-change-store.ts';

/** {@link EntryChangeStore} on Postgres. */
export const createEntryChangeStore = (pool: pg.Pool): EntryChangeStore => ({
  async change(waitlistId, entryId, write) {
    const { rows } = await pool.query<{ changed: boolean }>({
      name: 'change-entry',
      text: 'SELECT change_entry($1, $2, $3) AS changed',
      values: [waitlistId, entryId, JSON.stringify(write)],
    });
    return rows[0]?.changed ?? false;
  },
});
