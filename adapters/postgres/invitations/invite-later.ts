import type pg from 'pg';
import {
  type DueBatch,
  type InvitationStore,
  MOST_SCHEDULED,
} from '../../../core/invitations/invitation-store.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { findBatch, lockWaitlist } from './batch-record.ts';

/** What invites people at a time, by a plan, and once more, of {@link InvitationStore}. */
export const laterInvitations = (
  pool: pg.Pool,
): Pick<InvitationStore, 'schedule' | 'findScheduled' | 'findOwner' | 'advancePlan' | 'remind'> => ({
  schedule: ({ batchId, accountId, waitlistId, scheduled, message, inviteUrl, sendAt, expiresAt }) =>
    inTransaction(pool, async client => {
      await lockWaitlist(client, waitlistId);
      const existing = await findBatch(client, waitlistId, batchId);
      if (existing) return existing;
      const { rows } = await client.query<{ waiting: number }>(
        `SELECT (SELECT count(*)::integer FROM invitation_batches b WHERE b.waitlist_id = w.id AND b.scheduled IS NOT NULL) AS waiting
         FROM waitlists w WHERE w.id = $1 AND w.account_id = $2`,
        [waitlistId, accountId],
      );
      if (!rows[0]) return null;
      if (rows[0].waiting >= MOST_SCHEDULED) return 'limit_reached';
      await client.query(
        `INSERT INTO invitation_batches (id, waitlist_id, scheduled, message, invite_url, send_at, expires_at, invited)
         VALUES ($1, $2, $3, $4, $5, $6, $7, 0)`,
        [batchId, waitlistId, JSON.stringify(scheduled), message, inviteUrl, sendAt, expiresAt],
      );
      await client.query(
        `INSERT INTO outbox (kind, turn, waitlist_id, payload, available_at)
         SELECT 'scheduled_invitations', w.account_id, w.id, jsonb_build_object('batchId', $2::uuid), $3
         FROM waitlists w WHERE w.id = $1`,
        [waitlistId, batchId, sendAt],
      );
      return findBatch(client, waitlistId, batchId);
    }),

  async findScheduled(waitlistId, batchId) {
    const { rows } = await pool.query<DueBatch>(
      `SELECT w.account_id AS "accountId", b.scheduled, b.message, b.invite_url AS "inviteUrl", b.send_at AS "sendAt"
       FROM invitation_batches b JOIN waitlists w ON w.id = b.waitlist_id
       WHERE b.id = $2 AND b.waitlist_id = $1 AND b.scheduled IS NOT NULL`,
      [waitlistId, batchId],
    );
    return rows[0] ?? null;
  },

  async findOwner(waitlistId) {
    const { rows } = await pool.query<{ accountId: string }>(
      'SELECT account_id AS "accountId" FROM waitlists WHERE id = $1',
      [waitlistId],
    );
    return rows[0]?.accountId ?? null;
  },

  async advancePlan(waitlistId, run, next) {
    await pool.query('SELECT advance_plan($1, $2, $3)', [waitlistId, run, next]);
  },

  async remind(waitlistId, batchId) {
    await pool.query('SELECT remind_invitations($1, $2)', [waitlistId, batchId]);
  },
});
