import type pg from 'pg';
import type { TurnstileRecord, TurnstileStore } from '../../core/bot-challenge/turnstile-store.ts';
import type { WaitlistRef } from '../../core/waitlists/waitlist-ref.ts';

/** The keys stay in the database: whoever asks learns only which are there. */
const RECORD = `id AS "waitlistId", turnstile_site_key IS NOT NULL AS "hasSiteKey",
  turnstile_secret IS NOT NULL AS "hasSecretKey"`;

/** The waitlist of an account, by uuid or slug: the first two parameters. */
const where = (ref: WaitlistRef) => ({
  clause: `account_id = $1 AND ${'id' in ref ? 'id' : 'slug'} = $2`,
  value: 'id' in ref ? ref.id : ref.slug,
});

/** {@link TurnstileStore} on Postgres. */
export function createTurnstileStore(pool: pg.Pool): TurnstileStore {
  return {
    async find(accountId, ref) {
      const { clause, value } = where(ref);
      const { rows } = await pool.query<TurnstileRecord>(`SELECT ${RECORD} FROM waitlists WHERE ${clause}`, [
        accountId,
        value,
      ]);
      return rows[0] ?? null;
    },

    async change(accountId, ref, { siteKey, secret }) {
      const { clause, value } = where(ref);
      // One statement, so that two changes at a time keep what the other set.
      const { rows } = await pool.query<TurnstileRecord>(
        `UPDATE waitlists SET
           turnstile_site_key = CASE WHEN $3 THEN $4::text ELSE turnstile_site_key END,
           turnstile_secret = CASE WHEN $5 THEN $6::bytea ELSE turnstile_secret END
         WHERE ${clause} RETURNING ${RECORD}`,
        [accountId, value, siteKey !== undefined, siteKey ?? null, secret !== undefined, secret ?? null],
      );
      return rows[0] ?? null;
    },
  };
}
