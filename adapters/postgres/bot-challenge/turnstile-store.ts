import type pg from 'pg';
import type { TurnstileRecord, TurnstileStore } from '../../../core/bot-challenge/turnstile-store.ts';

/** Tells which keys are set; the keys themselves are never returned. */
const RECORD = `turnstile_site_key IS NOT NULL AS "hasSiteKey", turnstile_secret IS NOT NULL AS "hasSecretKey"`;

/** {@link TurnstileStore} on Postgres. */
export function createTurnstileStore(pool: pg.Pool): TurnstileStore {
  return {
    async find(accountId, waitlistId) {
      const { rows } = await pool.query<TurnstileRecord>(
        `SELECT ${RECORD} FROM waitlists WHERE account_id = $1 AND id = $2`,
        [accountId, waitlistId],
      );
      return rows[0] ?? null;
    },

    async change(accountId, waitlistId, { siteKey, secret }) {
      // One statement, so that parallel changes of different keys both stay.
      const { rows } = await pool.query<TurnstileRecord>(
        `UPDATE waitlists SET
           turnstile_site_key = CASE WHEN $3 THEN $4::text ELSE turnstile_site_key END,
           turnstile_secret = CASE WHEN $5 THEN $6::bytea ELSE turnstile_secret END
         WHERE account_id = $1 AND id = $2 RETURNING ${RECORD}`,
        [accountId, waitlistId, siteKey !== undefined, siteKey ?? null, secret !== undefined, secret ?? null],
      );
      return rows[0] ?? null;
    },
  };
}
