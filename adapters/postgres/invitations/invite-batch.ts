import type pg from 'pg';
import { type InvitationStore, NAMED } from '../../../core/invitations/invitation-store.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { findBatch, lockWaitlist } from './batch-record.ts';
import { choose, isStillFirst, rememberPassedOver } from './choose-entries.ts';

/** `invite` of {@link InvitationStore}. */
export const inviteBatch =
  (pool: pg.Pool): InvitationStore['invite'] =>
  async request => {
    const { batchId: id, accountId, waitlistId, message, inviteUrl, expiresAt, isDryRun } = request;
    // Before the lock, under which nobody can join: who it will be, nearly always, and up to 10,000 codes.
    const foreseen = await choose(pool, request);
    const made = isDryRun ? [] : foreseen.chosen.map(() => request.newInvitation());
    return inTransaction(pool, async client => {
      await lockWaitlist(client, waitlistId);
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
  };
