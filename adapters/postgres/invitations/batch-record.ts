import type pg from 'pg';
import { type BatchRecord, MOST_SKIPPED } from '../../../core/invitations/invitation-store.ts';

/** @param named - how many of those who were passed over are named */
export const batchColumns = (
  named: number,
): string => `b.id, b.invited, b.accepted, b.skipped_counts AS "skippedCounts",
  coalesce((SELECT json_agg(json_build_object('entryId', s.entry_id, 'reason', s.reason) ORDER BY s.nth)
            FROM skipped_entries s WHERE s.batch_id = b.id AND s.nth <= ${named}), '[]') AS skipped,
  (SELECT count(*)::integer FROM invitations u WHERE u.batch_id = b.id AND u.state = 'invited' AND NOT u.mailed) AS unsent,
  b.expires_at AS "expiresAt", b.withdrawn_at AS "withdrawnAt", b.send_at AS "sendAt", b.scheduled IS NOT NULL AS "isScheduled", b.planned,
  b.created_at AS "createdAt"`;
export const BATCH = batchColumns(MOST_SKIPPED);

/** Takes the waitlist's lock, until the transaction ends. */
export const lockWaitlist = (client: pg.ClientBase, waitlistId: string) =>
  client.query('SELECT pg_advisory_xact_lock(waitlist_lock_key($1))', [waitlistId]);

export async function findBatch(
  db: pg.Pool | pg.ClientBase,
  waitlistId: string,
  batchId: string,
): Promise<BatchRecord | null> {
  const { rows } = await db.query<BatchRecord>({
    name: 'get-invitation',
    text: `SELECT ${BATCH} FROM invitation_batches b WHERE b.id = $2 AND b.waitlist_id = $1`,
    values: [waitlistId, batchId],
  });
  return rows[0] ?? null;
}
