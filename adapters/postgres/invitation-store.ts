import type pg from 'pg';
import {
  type BatchRecord,
  type InvitationStore,
  type InvitedRecord,
  type InviteRequest,
  NAMED,
  type RedeemedRecord,
  type Skipped,
  type SkipReason,
} from '../../core/invitations/invitation-store.ts';
import { isSuppressed } from './suppression-store.ts';
import { inTransaction } from './transaction.ts';

/** Somebody who may be invited, and what stands against it. */
interface Candidate {
  readonly seq: number;
  readonly entryId: string;
  readonly mailbox: Buffer;
  readonly status: 'waiting' | 'invited' | 'accepted';
  /** Their address bounced, or is in a database that is no longer attached. */
  readonly undeliverable: boolean;
}

const CANDIDATE = `e.seq, e.id AS "entryId", coalesce(e.mailbox_digest, e.email_digest) AS mailbox,
  (SELECT q.status FROM queue q WHERE q.waitlist_id = e.waitlist_id AND q.seq = e.seq) AS status,
  ${isSuppressed('e.email_digest')} OR EXISTS (
    SELECT FROM delivered_ranges r JOIN waitlists w ON w.id = r.waitlist_id
    WHERE r.waitlist_id = e.waitlist_id AND e.seq BETWEEN r.first_seq AND r.last_seq
      AND r.attachment_id IS DISTINCT FROM w.database_id) AS undeliverable`;

const BATCH = `b.id, b.invited, b.accepted, b.skipped,
  (SELECT count(*)::integer FROM invitations u WHERE u.batch_id = b.id AND u.state = 'invited' AND NOT u.mailed) AS unsent,
  b.expires_at AS "expiresAt", b.withdrawn_at AS "withdrawnAt",
  b.created_at AS "createdAt"`;

/** Who is invited, and who is passed over. */
interface Choice {
  readonly chosen: readonly Candidate[];
  readonly skipped: readonly Skipped[];
}

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
  /** Tells for each candidate why not, or null. */
  async function judge(
    client: pg.ClientBase,
    { waitlistId, stopOf }: InviteRequest,
    candidates: readonly Candidate[],
  ): Promise<(SkipReason | null)[]> {
    const stops = candidates.map(({ mailbox }) => stopOf(mailbox));
    const { rows } = await client.query<{ digest: Buffer }>(
      'SELECT digest FROM email_stops WHERE waitlist_id = $1 AND digest = ANY ($2::bytea[])',
      [waitlistId, stops],
    );
    const stopped = new Set(rows.map(({ digest }) => digest.toString('hex')));
    return candidates.map(({ status, undeliverable }, index) => {
      if (status !== 'waiting') return status;
      if (undeliverable) return 'undeliverable';
      return stopped.has(stops[index]?.toString('hex') ?? '') ? 'stopped' : null;
    });
  }

  async function chooseFirst(client: pg.ClientBase, request: InviteRequest, count: number): Promise<Choice> {
    const chosen: Candidate[] = [];
    const skipped: Skipped[] = [];
    for (let from = 0; chosen.length < count; ) {
      const { rows } = await client.query<Candidate & { readonly block: number }>(
        `SELECT w.block, ${CANDIDATE}
         FROM waiting_from($1, $2, $3) w CROSS JOIN unnest(w.seqs) WITH ORDINALITY AS stands (seq, n)
         JOIN entries e ON e.waitlist_id = $1 AND e.seq = stands.seq ORDER BY w.block, stands.n`,
        [request.waitlistId, from, count - chosen.length],
      );
      const last = rows.at(-1);
      if (!last) break;
      from = last.block + 1;
      const reasons = await judge(client, request, rows);
      for (const [index, candidate] of rows.entries()) {
        if (chosen.length === count) break;
        const reason = reasons[index] ?? null;
        if (reason === null) chosen.push(candidate);
        else skipped.push({ entryId: candidate.entryId, reason });
      }
    }
    return { chosen, skipped };
  }

  async function chooseThese(
    client: pg.ClientBase,
    request: InviteRequest,
    entryIds: readonly string[],
  ): Promise<Choice> {
    const { rows } = await client.query<Candidate>(
      `SELECT ${CANDIDATE} FROM entries e WHERE e.id = ANY ($2::uuid[]) AND e.waitlist_id = $1`,
      [request.waitlistId, entryIds],
    );
    const reasons = await judge(client, request, rows);
    const found = new Map(
      rows.map((candidate, index) => [candidate.entryId, { candidate, reason: reasons[index] }]),
    );
    const chosen: Candidate[] = [];
    const skipped: Skipped[] = [];
    for (const entryId of new Set(entryIds.map(id => id.toLowerCase()))) {
      const { candidate, reason } = found.get(entryId) ?? { reason: 'not_found' as const };
      if (candidate && reason === null) chosen.push(candidate);
      else skipped.push({ entryId, reason: reason ?? 'not_found' });
    }
    return { chosen, skipped };
  }

  return {
    invite: request =>
      inTransaction(pool, async client => {
        const { batchId: id, accountId, waitlistId, who, message, inviteUrl, expiresAt, isDryRun } = request;
        await lock(client, waitlistId);
        const { rowCount } = await client.query('SELECT FROM waitlists WHERE id = $1 AND account_id = $2', [
          waitlistId,
          accountId,
        ]);
        if (rowCount === 0) return null;
        const made = await findBatch(client, waitlistId, id);
        if (made) return { ...made, first: [] };
        const { chosen, skipped } =
          'count' in who
            ? await chooseFirst(client, request, who.count)
            : await chooseThese(client, request, who.entryIds);
        const first = chosen.slice(0, NAMED).map(({ entryId }) => entryId);
        if (isDryRun) {
          const untouched = { accepted: 0, unsent: 0, withdrawnAt: null, createdAt: new Date() };
          return { id, first, invited: chosen.length, skipped, expiresAt, ...untouched };
        }
        const { rows } = await client.query<BatchRecord>(
          `INSERT INTO invitation_batches AS b (id, waitlist_id, message, skipped, invited, expires_at, invite_url)
           VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING ${BATCH}`,
          [id, waitlistId, message, JSON.stringify(skipped), chosen.length, expiresAt, inviteUrl],
        );
        const seqs = chosen.map(({ seq }) => seq);
        const invitations = chosen.map(request.newInvitation);
        await client.query(
          `INSERT INTO invitations (id, batch_id, waitlist_id, seq, code_hash)
           SELECT new.id, $1, $2, new.seq, new.hash FROM unnest($3::uuid[], $4::integer[], $5::bytea[]) AS new (id, seq, hash)`,
          [id, waitlistId, invitations.map(one => one.id), seqs, invitations.map(one => one.codeHash)],
        );
        await client.query('SELECT count_gone_entries($1, $2, 1)', [waitlistId, seqs]);
        await client.query('SELECT queue_invitations($1, $2, $3)', [waitlistId, id, expiresAt]);
        await client.query(`SELECT record_event($1, 'entry.invited', $2)`, [waitlistId, seqs]);
        const [batch] = rows;
        return batch ? { ...batch, first, unsent: batch.invited } : null;
      }),

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

    expire: (waitlistId, batchId) =>
      inTransaction(pool, async client => {
        await lock(client, waitlistId);
        await client.query(
          `SELECT end_invitations(b.waitlist_id, b.id) FROM invitation_batches b
           WHERE b.id = $2 AND b.waitlist_id = $1 AND b.expires_at <= clock_timestamp()`,
          [waitlistId, batchId],
        );
      }),

    async list(waitlistId, { limit, offset }) {
      const { rows } = await pool.query<BatchRecord>({
        name: 'list-invitations',
        text: `SELECT ${BATCH} FROM invitation_batches b WHERE b.waitlist_id = $1
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
