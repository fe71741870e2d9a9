import type pg from 'pg';
import type { Storage } from '../../../core/entries/entry-store.ts';
import type { ReferralState } from '../../../core/entries/schemas.ts';
import { decideSettlement } from '../../../core/referrals/decide-settlement.ts';
import type { ReferralPage, ReferralRecord, ReferralStore } from '../../../core/referrals/referral-store.ts';
import { withWaitlistLock } from '../kernel/transaction.ts';
import { FIND, PAGE, PAGE_OF_STATE } from './referral-page.ts';

/** An answer has at least one row, which tells the total. */
type Row = {
  readonly total: number;
  readonly storage: (Omit<Storage, 'connection'> & { readonly connection: string }) | null;
} & (ReferralRecord | { readonly entryId: null });

/** {@link ReferralStore} on Postgres. */
export function createReferralStore(pool: pg.Pool): ReferralStore {
  async function read(statement: typeof FIND, values: unknown[]): Promise<ReferralPage> {
    const { rows } = await pool.query<Row>({ ...statement, values });
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
      state === null
        ? read(PAGE, [accountId, waitlistId, limit, offset])
        : read(PAGE_OF_STATE, [accountId, waitlistId, limit, offset, state]),

    find: (accountId, waitlistId, entryId) => read(FIND, [accountId, waitlistId, entryId]),

    settle: ({ waitlistId, entryId, state }) =>
      withWaitlistLock(pool, waitlistId, async client => {
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
           JOIN waitlists w ON w.id = e.waitlist_id
           WHERE e.id = $2 AND e.waitlist_id = $1
             AND NOT EXISTS (SELECT FROM erased_entries x WHERE x.waitlist_id = $1 AND x.seq = r.referrer_seq)`,
          [waitlistId, entryId],
        );
        const [referral] = rows;
        if (!referral) return false;
        const { seq, referrer, now, gained, boost, attached } = referral;
        const settlement = decideSettlement(now, state);
        let gains = 0;
        if (settlement === 'credit') {
          const { rows: applied } = await client.query<{ gained: number }>(
            'SELECT credit_referral($1, $2, $3, $4, $5) AS gained',
            [waitlistId, referrer, seq, boost, attached],
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
