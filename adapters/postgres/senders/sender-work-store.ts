import type pg from 'pg';
import type {
  SenderDetails,
  SenderFinding,
  SenderNotice,
  SenderNotices,
  SenderWorkStore,
} from '../../../core/senders/sender-store.ts';
import { createClaimWorkStore } from '../domains/claim-work-store.ts';

/** {@link SenderWorkStore} on Postgres. */
export const createSenderWorkStore = (pool: pg.Pool): SenderWorkStore => ({
  ...createClaimWorkStore<SenderFinding>(pool, {
    table: 'sender_domains',
    isWanted: claim => `${claim}.is_wanted`,
    kind: 'reconcile_sender',
    enqueue: 'enqueue_sender_check',
    lock: 'sender',
    kept: ({ details }) => details,
  }),

  async details(claimId) {
    const { rows } = await pool.query<{ details: SenderDetails }>(
      'SELECT details FROM sender_domains WHERE id = $1',
      [claimId],
    );
    return rows[0]?.details ?? {};
  },
});

/** {@link SenderNotices} on Postgres. */
export const createSenderNotices = (pool: pg.Pool): SenderNotices => ({
  async find(claimId, state) {
    const { rows } = await pool.query<SenderNotice>(
      `SELECT a.email AS "accountEmail", d.domain, d.reason
       FROM sender_domains d JOIN accounts a ON a.id = d.account_id
       WHERE d.id = $1 AND d.state = $2 AND d.is_wanted`,
      [claimId, state],
    );
    return rows[0] ?? null;
  },
});
