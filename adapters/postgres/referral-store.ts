import type pg from 'pg';
import type { Storage } from '../../core/entries/entry-store.ts';
import { decideSettlement } from '../../core/referrals/decide-settlement.ts';
import type { ReferralPage, ReferralRecord, ReferralStore } from '../../core/referrals/referral-store.ts';
import type { ReferralState } from '../../core/referrals/schemas.ts';
import { inTransaction } from './transaction.ts';

/** A page has at least one row, which tells the total. */
type Row = {
  readonly total: number;
  readonly storage: (Omit<Storage, 'connection'> & { readonly connection: string }) | null;
} & (ReferralRecord | { readonly entryId: null });

const PAGE = `
  WITH list AS MATERIALIZED (
    SELECT w.id, (
      SELECT json_build_object('waitlistId', w.id, 'accountId', w.account_id, 'attachmentId', a.id, 'dbType', a.db_type,
                               'tableName', a.table_name, 'connection', encode(a.connection, 'base64'))
      FROM database_attachments a WHERE a.id = w.database_id) AS storage
    FROM waitlists w WHERE w.account_id = $1 AND w.id = $2
  ), page AS MATERIALIZED (
    SELECT r.* FROM list JOIN referrals r ON r.waitlist_id = list.id
    WHERE ($3::text IS NULL OR r.state = $3)
      AND ($4::uuid IS NULL OR r.seq = (SELECT e.seq FROM entries e WHERE e.id = $4 AND e.waitlist_id = $2))
    ORDER BY r.seq DESC LIMIT $5 OFFSET $6
  )
  SELECT (SELECT count(*)::integer FROM referrals r
          WHERE r.waitlist_id = list.id AND ($3::text IS NULL OR r.state = $3)) AS total,
         list.storage, friend.id AS "entryId", friend.email, referrer.id AS "referrerId",
         referrer.email AS "referrerEmail", page.state, page.reasons, page.created_at AS "createdAt"
  FROM list
  LEFT JOIN page ON true
  LEFT JOIN LATERAL (
    SELECT q.id, q.email FROM queue q WHERE q.waitlist_id = page.waitlist_id AND q.seq = page.seq LIMIT 1
  ) friend ON true
  LEFT JOIN LATERAL (
    SELECT q.id, q.email FROM queue q WHERE q.waitlist_id = page.waitlist_id AND q.seq = page.referrer_seq LIMIT 1
  ) referrer ON true
  ORDER BY page.seq DESC`;

/** {@link ReferralStore} on Postgres. */
export function createReferralStore(pool: pg.Pool): ReferralStore {
  async function read(values: readonly unknown[]): Promise<ReferralPage> {
    const { rows } = await pool.query<Row>({ name: 'referrals-page', text: PAGE, values: [...values] });
    const storage = rows[0]?.storage ?? null;
    return {
      referrals: rows.flatMap(({ total: _, storage: __, ...referral }) =>
        referral.entryId === null ? [] : [referral],
      ),
      total: rows[0]?.total ?? 0,
      storage: storage && { ...storage, connection: Buffer.from(storage.connection, 'base64') },
    };
  }

  return {
    page: ({ accountId, waitlistId, state, limit, offset }) =>
      read([accountId, waitlistId, state, null, limit, offset]),

    find: (accountId, waitlistId, entryId) => read([accountId, waitlistId, null, entryId, 1, 0]),

    settle: ({ waitlistId, entryId, state }) =>
      inTransaction(pool, async client => {
        await client.query('SELECT pg_advisory_xact_lock(waitlist_lock_key($1))', [waitlistId]);
        const { rows } = await client.query<{
          seq: number;
          referrer: number;
          now: ReferralState;
          gained: number;
          boost: number;
          attached: boolean;
        }>(
          `SELECT r.seq, r.referrer_seq AS referrer, r.state AS now, r.gained,
                  CASE WHEN w.referral_enabled THEN w.referral_boost ELSE 0 END AS boost,
                  w.database_id IS NOT NULL AS attached
           FROM entries e JOIN referrals r ON r.waitlist_id = e.waitlist_id AND r.seq = e.seq
           JOIN waitlists w ON w.id = e.waitlist_id WHERE e.id = $2 AND e.waitlist_id = $1`,
          [waitlistId, entryId],
        );
        const [referral] = rows;
        if (!referral) return false;
        const { seq, referrer, now, gained, boost, attached } = referral;
        const settlement = decideSettlement(now, state);
        let gains = 0;
        if (settlement === 'credit') {
          const { rows: applied } = await client.query<{ gained: number }>(
            'SELECT apply_referral($1, $2, $3, $4) AS gained',
            [waitlistId, referrer, boost, attached],
          );
          gains = applied[0]?.gained ?? 0;
        } else if (settlement === 'take_back') {
          await client.query('SELECT take_back_referral($1, $2, $3, $4)', [
            waitlistId,
            referrer,
            gained,
            attached,
          ]);
        }
        if (now !== state)
          await client.query(
            'UPDATE referrals SET state = $3, gained = $4 WHERE waitlist_id = $1 AND seq = $2',
            [waitlistId, seq, state, gains],
          );
        return true;
      }),

    async sweep() {
      await pool.query(
        `UPDATE referrals SET network = NULL WHERE network IS NOT NULL AND created_at <= now() - interval '1 day'`,
      );
    },
  };
}
