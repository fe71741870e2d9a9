import type pg from 'pg';
import type {
  InvitationStore,
  InvitedRecord,
  RedeemedRecord,
} from '../../../core/invitations/invitation-store.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { lockWaitlist } from './batch-record.ts';

/** The methods of {@link InvitationStore} that take a code. */
export const redeemCodes = (pool: pg.Pool): Pick<InvitationStore, 'findByCode' | 'redeem'> => ({
  async findByCode(accountId, codeHash) {
    const { rows } = await pool.query<InvitedRecord>({
      name: 'find-invitation-by-code',
      text: `SELECT e.waitlist_id AS "waitlistId", e.email_digest AS digest
             FROM invitations i JOIN waitlists w ON w.id = i.waitlist_id
             JOIN entries e ON e.waitlist_id = i.waitlist_id AND e.seq = i.seq
             WHERE i.code_hash = $2 AND w.account_id = $1`,
      values: [accountId, codeHash],
    });
    return rows[0] ?? null;
  },

  redeem: (accountId, codeHash, redemptionId) =>
    inTransaction(pool, async client => {
      const { rows: owners } = await client.query<{ waitlistId: string }>(
        `SELECT i.waitlist_id AS "waitlistId" FROM invitations i JOIN waitlists w ON w.id = i.waitlist_id
         WHERE i.code_hash = $2 AND w.account_id = $1`,
        [accountId, codeHash],
      );
      const [owner] = owners;
      if (!owner) return null;
      await lockWaitlist(client, owner.waitlistId);
      // Erased, withdrawn, or redeemed, perhaps, while this waited.
      const { rows } = await client.query<{
        id: string;
        batchId: string;
        entryId: string;
        seq: number;
        state: string;
        isOver: boolean;
        isOurs: boolean;
      }>(
        `SELECT i.id, i.batch_id AS "batchId", e.id AS "entryId", i.seq, i.state, b.expires_at <= clock_timestamp() AS "isOver",
                i.redemption_id IS NOT DISTINCT FROM $2 AS "isOurs"
         FROM invitations i JOIN invitation_batches b ON b.id = i.batch_id
         JOIN entries e ON e.waitlist_id = i.waitlist_id AND e.seq = i.seq WHERE i.code_hash = $1`,
        [codeHash, redemptionId],
      );
      const [found] = rows;
      if (!found) return null;
      const redeemed: RedeemedRecord = {
        waitlistId: owner.waitlistId,
        entryId: found.entryId,
        alreadyRedeemed: found.state === 'accepted' && !found.isOurs,
      };
      if (found.state === 'accepted') return redeemed;
      if (found.state === 'ended' || found.isOver) return 'ended';
      await client.query(
        `UPDATE invitations SET state = 'accepted', redemption_id = $2, accepted_at = clock_timestamp() WHERE id = $1`,
        [found.id, redemptionId],
      );
      await client.query('UPDATE invitation_batches SET accepted = accepted + 1 WHERE id = $1', [
        found.batchId,
      ]);
      await client.query(`SELECT record_event($1, 'entry.accepted', ARRAY[$2::integer])`, [
        owner.waitlistId,
        found.seq,
      ]);
      return redeemed;
    }),
});
