import { isDeepStrictEqual } from 'node:util';
import type pg from 'pg';
import {
  type BatchRecord,
  type InvitationStore,
  type InviteRequest,
  NAMED,
  type NewInvitation,
} from '../../../core/invitations/invitation-store.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { findBatch, lockWaitlist } from './batch-record.ts';
import type { Choice, Database } from './candidates.ts';
import { choose, isStillFirst, rememberPassedOver } from './choose-entries.ts';

/** The same request, but for only as many people as the plan's `maxOpen` leaves room for. */
async function limited(db: Database, request: InviteRequest): Promise<InviteRequest> {
  const { waitlistId, who, planned } = request;
  const maxOpen = planned?.maxOpen ?? null;
  if (!('count' in who) || maxOpen === null) return request;
  const { rows } = await db.query<{ room: number }>(
    `SELECT $2 - count(*)::integer AS room FROM (
       SELECT FROM invitations i WHERE i.waitlist_id = $1 AND i.state = 'invited' LIMIT $2) open`,
    [waitlistId, maxOpen],
  );
  return { ...request, who: { ...who, count: Math.min(who.count, rows[0]?.room ?? 0) } };
}

/** Whether the account has the waitlist, and the run of its plan is still the next. */
async function isWanted(
  client: pg.ClientBase,
  { waitlistId, accountId, planned }: InviteRequest,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `SELECT FROM waitlists w WHERE w.id = $1 AND w.account_id = $2
       AND ($3::text IS NULL OR w.invitation_plan ->> 'nextRunAt' = $3)`,
    [waitlistId, accountId, planned?.run ?? null],
  );
  return rowCount !== 0;
}

/** Stores a batch with its invitations, and queues what follows. A scheduled batch has its row already. */
async function insertBatch(
  client: pg.ClientBase,
  { batchId: id, waitlistId, message, inviteUrl, expiresAt, planned }: InviteRequest,
  { chosen, skipped, skippedCounts }: Choice,
  invitations: readonly NewInvitation[],
): Promise<BatchRecord | null> {
  await client.query(
    `INSERT INTO invitation_batches AS b (id, waitlist_id, message, skipped_counts, invited, expires_at, invite_url, planned)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
     ON CONFLICT (id) DO UPDATE SET skipped_counts = $4, invited = $5, expires_at = $6, invite_url = $7, scheduled = NULL`,
    [
      id,
      waitlistId,
      message,
      JSON.stringify(skippedCounts),
      chosen.length,
      expiresAt,
      inviteUrl,
      planned !== null,
    ],
  );
  await client.query(
    `INSERT INTO skipped_entries (batch_id, nth, entry_id, reason)
     SELECT $1, s.nth, s.entry, s.reason FROM unnest($2::uuid[], $3::text[]) WITH ORDINALITY AS s (entry, reason, nth)`,
    [id, skipped.map(({ entryId }) => entryId), skipped.map(({ reason }) => reason)],
  );
  const seqs = chosen.map(({ seq }) => seq);
  await client.query(
    `INSERT INTO invitations (id, batch_id, waitlist_id, seq, code_hash)
     SELECT new.id, $1, $2, new.seq, new.hash FROM unnest($3::uuid[], $4::integer[], $5::bytea[]) AS new (id, seq, hash)`,
    [id, waitlistId, invitations.map(one => one.id), seqs, invitations.map(one => one.codeHash)],
  );
  await client.query('SELECT queue_invitations($1, $2, $3)', [waitlistId, id, expiresAt]);
  if (planned?.remindAt)
    await client.query('SELECT queue_reminders($1, $2, $3)', [waitlistId, id, planned.remindAt]);
  await client.query(`SELECT record_event($1, 'entry.invited', $2)`, [waitlistId, seqs]);
  return findBatch(client, waitlistId, id);
}

/** `invite` of {@link InvitationStore}. */
export const inviteBatch =
  (pool: pg.Pool): InvitationStore['invite'] =>
  async request => {
    const { batchId: id, waitlistId, planned, expiresAt, isDryRun } = request;
    // Before the lock, under which nobody can join: who it will be, nearly always, and up to 10,000 codes.
    const asked = await limited(pool, request);
    const foreseen = await choose(pool, asked);
    const made = isDryRun ? [] : foreseen.chosen.map(() => request.newInvitation());
    return inTransaction(pool, async client => {
      await lockWaitlist(client, waitlistId);
      if (!(await isWanted(client, request))) return null;
      const existing = await findBatch(client, waitlistId, id);
      if (existing && !existing.isScheduled) return { ...existing, first: [] };
      const now = await limited(client, request);
      const isForeseen = isDeepStrictEqual(now.who, asked.who) && (await isStillFirst(client, now, foreseen));
      const choice = isForeseen ? foreseen : await choose(client, now);
      const { chosen, skipped, skippedCounts } = choice;
      await rememberPassedOver(client, waitlistId, choice);
      const first = chosen.slice(0, NAMED).map(({ entryId }) => entryId);
      if (isDryRun) {
        const untouched = { accepted: 0, unsent: 0, withdrawnAt: null, createdAt: new Date() };
        const itself = { sendAt: null, isScheduled: false, planned: planned !== null, expiresAt };
        return { id, first, invited: chosen.length, skipped, skippedCounts, ...itself, ...untouched };
      }
      if (planned !== null && chosen.length === 0) return null;
      const invitations = chosen.map((_, index) => made[index] ?? request.newInvitation());
      const batch = await insertBatch(client, request, choice, invitations);
      return batch && { ...batch, first };
    });
  };
