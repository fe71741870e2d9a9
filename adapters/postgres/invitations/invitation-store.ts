import type pg from 'pg';
import {
  type BatchRecord,
  type InvitationStore,
  type InvitedRecord,
  LISTED_SKIPPED,
  MOST_SKIPPED,
  NAMED,
  type RedeemedRecord,
} from '../../../core/invitations/invitation-store.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { choose, isStillFirst, rememberPassedOver } from './choose-entries.ts';

/** @param named - how many of those who were passed over are named */
const batchColumns = (
  named: number,
): string => `b.id, b.invited, b.accepted, b.skipped_counts AS "skippedCounts",
  coalesce((SELECT json_agg(json_build_object('entryId', s.entry_id, 'reason', s.reason) ORDER BY s.nth)
            FROM skipped_entries s WHERE s.batch_id = b.id AND s.nth <= ${named}), '[]') AS skipped,
  (SELECT count(*)::integer FROM invitations u WHERE u.batch_id = b.id AND u.state = 'invited' AND NOT u.mailed) AS unsent,
  b.expires_at AS "expiresAt", b.withdrawn_at AS "withdrawnAt",
  b.created_at AS "createdAt"`;
const BATCH = batchColumns(MOST_SKIPPED);

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

const lock = (client: pg.ClientBase, waitlistId: string) =>
  client.query('SELECT pg_advisory_xact_lock(waitlist_lock_key($1))', [waitlistId]);

async function findBatch(
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

/** {@link InvitationStore} on Postgres. */
export function createInvitationStore(pool: pg.Pool): InvitationStore {
  const expire = (waitlistId: string, batchId: string): Promise<void> =>
    inTransaction(pool, async client => {
      await lock(client, waitlistId);
      await client.query(
        `SELECT end_invitations(b.waitlist_id, b.id) FROM invitation_batches b
         WHERE b.id = $2 AND b.waitlist_id = $1 AND b.expires_at <= clock_timestamp()`,
        [waitlistId, batchId],
      );
    });

  return {
    async invite(request) {
      const { batchId: id, accountId, waitlistId, message, inviteUrl, expiresAt, isDryRun } = request;
      // Before the lock, under which nobody can join: who it will be, nearly always, and up to 10,000 codes.
      const foreseen = await choose(pool, request);
      const made = isDryRun ? [] : foreseen.chosen.map(() => request.newInvitation());
      return inTransaction(pool, async client => {
        await lock(client, waitlistId);
        const { rowCount } = await client.query('SELECT FROM waitlists WHERE id = $1 AND account_id = $2', [
          waitlistId,
          accountId,
        ]);
        if (rowCount === 0) return null;
        const existing = await findBatch(client, waitlistId, id);
        if (existing) return { ...existing, first: [] };
        const choice = (await isStillFirst(client, request, foreseen))
          ? foreseen
          : await choose(client, request);
        const { chosen, skipped, skippedCounts } = choice;
        await rememberPassedOver(client, waitlistId, choice);
        const first = chosen.slice(0, NAMED).map(({ entryId }) => entryId);
        if (isDryRun) {
          const untouched = { accepted: 0, unsent: 0, withdrawnAt: null, createdAt: new Date() };
          return { id, first, invited: chosen.length, skipped, skippedCounts, expiresAt, ...untouched };
        }
        await client.query(
          `INSERT INTO invitation_batches (id, waitlist_id, message, skipped_counts, invited, expires_at, invite_url)
           VALUES ($1, $2, $3, $4, $5, $6, $7)`,
          [id, waitlistId, message, JSON.stringify(skippedCounts), chosen.length, expiresAt, inviteUrl],
        );
        await client.query(
          `INSERT INTO skipped_entries (batch_id, nth, entry_id, reason)
           SELECT $1, s.nth, s.entry, s.reason FROM unnest($2::uuid[], $3::text[]) WITH ORDINALITY AS s (entry, reason, nth)`,
          [id, skipped.map(({ entryId }) => entryId), skipped.map(({ reason }) => reason)],
        );
        const seqs = chosen.map(({ seq }) => seq);
        const invitations = chosen.map((_, index) => made[index] ?? request.newInvitation());
        await client.query(
          `INSERT INTO invitations (id, batch_id, waitlist_id, seq, code_hash)
           SELECT new.id, $1, $2, new.seq, new.hash FROM unnest($3::uuid[], $4::integer[], $5::bytea[]) AS new (id, seq, hash)`,
          [id, waitlistId, invitations.map(one => one.id), seqs, invitations.map(one => one.codeHash)],
        );
        await client.query('SELECT queue_invitations($1, $2, $3)', [waitlistId, id, expiresAt]);
        await client.query(`SELECT record_event($1, 'entry.invited', $2)`, [waitlistId, seqs]);
        const batch = await findBatch(client, waitlistId, id);
        return batch && { ...batch, first };
      });
    },

    withdraw: (accountId, waitlistId, batchId) =>
      inTransaction(pool, async client => {
        await lock(client, waitlistId);
        const { rows } = await client.query<BatchRecord>(
          `UPDATE invitation_batches b SET withdrawn_at = coalesce(b.withdrawn_at, clock_timestamp())
           FROM waitlists w WHERE b.id = $3 AND b.waitlist_id = $2 AND w.id = $2 AND w.account_id = $1
           RETURNING ${BATCH}`,
          [accountId, waitlistId, batchId],
        );
        const [batch] = rows;
        if (!batch) return null;
        await client.query('SELECT end_invitations($1, $2)', [waitlistId, batchId]);
        return { ...batch, unsent: 0 };
      }),

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
        await lock(client, owner.waitlistId);
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
        await client.query(`UPDATE invitations SET state = 'accepted', redemption_id = $2 WHERE id = $1`, [
          found.id,
          redemptionId,
        ]);
        await client.query('UPDATE invitation_batches SET accepted = accepted + 1 WHERE id = $1', [
          found.batchId,
        ]);
        await client.query(`SELECT record_event($1, 'entry.accepted', ARRAY[$2::integer])`, [
          owner.waitlistId,
          found.seq,
        ]);
        return redeemed;
      }),
  };
}
