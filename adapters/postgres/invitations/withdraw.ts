import type pg from 'pg';
import type { BatchRecord, InvitationStore } from '../../../core/invitations/invitation-store.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { BATCH, findBatch, lockWaitlist } from './batch-record.ts';

/** What withdraws invitations, of {@link InvitationStore}. */
export const withdrawals = (pool: pg.Pool): Pick<InvitationStore, 'withdraw' | 'withdrawOne'> => ({
  withdraw: (accountId, waitlistId, batchId) =>
    inTransaction(pool, async client => {
      await lockWaitlist(client, waitlistId);
      const { rows } = await client.query<BatchRecord>(
        `UPDATE invitation_batches b SET withdrawn_at = coalesce(b.withdrawn_at, clock_timestamp()), scheduled = NULL
         FROM waitlists w WHERE b.id = $3 AND b.waitlist_id = $2 AND w.id = $2 AND w.account_id = $1
         RETURNING ${BATCH}`,
        [accountId, waitlistId, batchId],
      );
      const [batch] = rows;
      if (!batch) return null;
      await client.query('SELECT end_invitations($1, $2)', [waitlistId, batchId]);
      await client.query(
        `DELETE FROM outbox WHERE waitlist_id = $1 AND kind = 'scheduled_invitations' AND payload ->> 'batchId' = $2`,
        [waitlistId, batch.id],
      );
      return { ...batch, unsent: 0 };
    }),

  withdrawOne: ({ accountId, waitlistId, batchId, entryId }) =>
    inTransaction(pool, async client => {
      await lockWaitlist(client, waitlistId);
      const { rows } = await client.query<{ state: string; id: string }>(
        `SELECT i.id, i.state FROM invitations i JOIN entries e ON e.waitlist_id = i.waitlist_id AND e.seq = i.seq
         JOIN waitlists w ON w.id = i.waitlist_id
         WHERE e.id = $4 AND w.id = $2 AND w.account_id = $1 AND i.batch_id = $3`,
        [accountId, waitlistId, batchId, entryId],
      );
      const [invitation] = rows;
      if (!invitation) return null;
      if (invitation.state === 'invited')
        await client.query(
          `WITH ended AS (UPDATE invitations SET state = 'ended' WHERE id = $2)
           UPDATE invitation_batches b SET ended = b.ended + 1 WHERE b.id = $1`,
          [batchId, invitation.id],
        );
      return findBatch(client, waitlistId, batchId);
    }),
});
