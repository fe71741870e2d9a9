import type pg from 'pg';
import type { ErasureStore } from '../../core/entries/erasure-store.ts';

/** {@link ErasureStore} on Postgres. */
export function createErasureStore(pool: pg.Pool): ErasureStore {
  return {
    async erase(accountId, ref, entryId) {
      const { rows } = await pool.query<{ waitlist: string | null; code: string | null }>(
        'SELECT waitlist, code FROM erase_entry($1, $2, $3, $4)',
        [accountId, 'id' in ref ? ref.id : null, 'slug' in ref ? ref.slug : null, entryId],
      );
      const { waitlist = null, code = null } = rows[0] ?? {};
      return waitlist === null || code === null ? null : { waitlistId: waitlist, entryId, code };
    },

    async forgetReferrer({ waitlistId, entryId, code }) {
      await pool.query('SELECT forget_referrer($1, $2, $3)', [waitlistId, entryId, code]);
    },
  };
}
