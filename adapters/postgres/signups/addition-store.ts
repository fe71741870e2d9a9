import type pg from 'pg';
import type { AdditionStore } from '../../../core/signups/addition-store.ts';
import { toJson } from '../kernel/to-json.ts';
import { retryTakenCodes, withNewCode } from './signup-store.ts';

/** {@link AdditionStore} on Postgres: one call, which holds the waitlist's lock once. */
export const createAdditionStore = (pool: pg.Pool): AdditionStore => ({
  join: (waitlistId, signups) =>
    retryTakenCodes(async attempt => {
      const { rows } = await pool.query<{ answer: unknown }>({
        name: 'join-signups',
        text: 'CALL join_signups($1, $2, NULL)',
        values: [waitlistId, toJson(attempt === 1 ? signups : signups.map(withNewCode))],
      });
      return rows[0]?.answer != null;
    }),

  async addPending(waitlistId, signups) {
    const { rows } = await pool.query<{ added: boolean }>({
      name: 'add-pending-signups',
      text: 'SELECT add_pending_signups($1, $2) AS added',
      values: [waitlistId, toJson(signups)],
    });
    return rows[0]?.added ?? false;
  },
});
