import type pg from 'pg';
import {
  type BatchRecord,
  type InvitationStore,
  LISTED_SKIPPED,
} from '../../../core/invitations/invitation-store.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { batchColumns, findBatch, lockWaitlist } from './batch-record.ts';
import { inviteBatch } from './invite-batch.ts';
import { laterInvitations } from './invite-later.ts';
import { redeemCodes } from './redeem-code.ts';
import { withdrawals } from './withdraw.ts';

/** How long a batch is kept after it has expired; what was accepted stays. */
const KEPT_DAYS = 90;
/** After this, people who could not be mailed are tried again: their address may have been released. */
const UNDELIVERABLE_DAYS = 7;
/** An email this old that is parked is given up, and its person waits again. */
const PARKED_DAYS = 3;
/** A batch that expired this long ago and did not end has no job that would end it. */
const OVERDUE_HOURS = 1;
/** The rest waits for the next sweep. */
const SWEPT_AT_ONCE = 50;

/** {@link InvitationStore} on Postgres. */
export function createInvitationStore(pool: pg.Pool): InvitationStore {
  const expire = (waitlistId: string, batchId: string): Promise<void> =>
    inTransaction(pool, async client => {
      await lockWaitlist(client, waitlistId);
      await client.query(
        `SELECT end_invitations(b.waitlist_id, b.id) FROM invitation_batches b
         WHERE b.id = $2 AND b.waitlist_id = $1 AND b.expires_at <= clock_timestamp()`,
        [waitlistId, batchId],
      );
    });

  return {
    invite: inviteBatch(pool),
    ...redeemCodes(pool),

    ...withdrawals(pool),
    ...laterInvitations(pool),

    expire,

    async sweep() {
      await pool.query(`SELECT sweep_batches(make_interval(days => $1), $2)`, [KEPT_DAYS, SWEPT_AT_ONCE]);
      await pool.query(
        `DELETE FROM passed_over WHERE reason = 'undeliverable' AND found_at < clock_timestamp() - make_interval(days => $1)`,
        [UNDELIVERABLE_DAYS],
      );
      const { rows: unsent } = await pool.query<{ id: string; waitlistId: string; invitationId: string }>(
        `SELECT o.id, o.waitlist_id AS "waitlistId", o.payload ->> 'invitationId' AS "invitationId" FROM outbox o
         WHERE o.parked_at IS NOT NULL AND o.created_at < clock_timestamp() - make_interval(days => $1)
           AND o.kind = 'invitation_email' ORDER BY o.parked_at LIMIT $2`,
        [PARKED_DAYS, SWEPT_AT_ONCE],
      );
      for (const { id, waitlistId, invitationId } of unsent) {
        await pool.query('SELECT return_invitation($1, $2, false)', [waitlistId, invitationId]);
        await pool.query('DELETE FROM outbox WHERE id = $1 AND parked_at IS NOT NULL', [id]);
      }
      const { rows: open } = await pool.query<{ id: string; waitlistId: string }>(
        `SELECT b.id, b.waitlist_id AS "waitlistId" FROM invitation_batches b
         WHERE b.invited > b.accepted + b.ended AND b.expires_at < clock_timestamp() - make_interval(hours => $1)
         ORDER BY b.expires_at LIMIT $2`,
        [OVERDUE_HOURS, SWEPT_AT_ONCE],
      );
      for (const { id, waitlistId } of open) await expire(waitlistId, id);
    },

    async list(waitlistId, { limit, offset }) {
      const { rows } = await pool.query<BatchRecord>({
        name: 'list-invitations',
        text: `SELECT ${batchColumns(LISTED_SKIPPED)} FROM invitation_batches b WHERE b.waitlist_id = $1
               ORDER BY b.created_at DESC, b.id LIMIT $2 OFFSET $3`,
        values: [waitlistId, limit, offset],
      });
      const counted = await pool.query<{ total: number }>(
        'SELECT count(*)::integer AS total FROM invitation_batches WHERE waitlist_id = $1',
        [waitlistId],
      );
      return { batches: rows, total: counted.rows[0]?.total ?? 0 };
    },

    get: (waitlistId, batchId) => findBatch(pool, waitlistId, batchId),
  };
}
