import type pg from 'pg';
import type { ErasureStore } from '../../../core/entries/erasure-store.ts';

/** {@link ErasureStore} on Postgres. */
export function createErasureStore(pool: pg.Pool): ErasureStore {
  return {
    async erase(accountId, waitlistId, entryId) {
      const { rows } = await pool.query<{ code: string | null }>('SELECT erase_entry($1, $2, $3) AS code', [
        accountId,
        waitlistId,
        entryId,
      ]);
      const code = rows[0]?.code ?? null;
      return code === null ? null : { waitlistId, entryId, code };
    },

    async forgetReferrer({ waitlistId, entryId, code }) {
      await pool.query('UPDATE entries SET referred_by = NULL WHERE waitlist_id = $1 AND referred_by = $2', [
        waitlistId,
        code,
      ]);
      await pool.query('SELECT queue_erasure($1, $2, $3)', [waitlistId, entryId, code]);
    },
  };
}
