import type pg from 'pg';
import type {
  AnnouncementRecord,
  AnnouncementRef,
  AnnouncementState,
  AnnouncementStore,
  Edited,
} from '../../../core/announcements/announcement-store.ts';
import { inTransaction, withWaitlistLock } from '../kernel/transaction.ts';
import { readPeople } from './batch-people.ts';

export const ANNOUNCEMENT = `a.id, a.subject, a.body, a.audience, a.state, a.send_at AS "sendAt", a.recipients, a.sent, a.skipped,
  a.created_at AS "createdAt", a.ended_at AS "sentAt"`;

/** Queues the job of the announcement $2 of the waitlist $1, in its round now, at its time. */
const QUEUE = `
  INSERT INTO outbox (kind, turn, waitlist_id, payload, available_at)
  SELECT 'announcement', w.account_id, w.id, jsonb_build_object('announcementId', a.id, 'round', a.round),
         CASE a.state WHEN 'scheduled' THEN a.send_at ELSE clock_timestamp() END
  FROM announcements a JOIN waitlists w ON w.id = a.waitlist_id WHERE a.waitlist_id = $1 AND a.id = $2`;

async function find(
  db: pg.Pool | pg.ClientBase,
  { waitlistId, announcementId }: AnnouncementRef,
): Promise<AnnouncementRecord | null> {
  const { rows } = await db.query<AnnouncementRecord>(
    `SELECT ${ANNOUNCEMENT} FROM announcements a WHERE a.waitlist_id = $1 AND a.id = $2`,
    [waitlistId, announcementId],
  );
  return rows[0] ?? null;
}

/** Runs `work` while nobody else changes the announcement. Null: there is none. */
const whileLocked = <Result>(
  pool: pg.Pool,
  { waitlistId, announcementId }: AnnouncementRef,
  work: (client: pg.ClientBase, state: AnnouncementState) => Promise<Result>,
): Promise<Result | null> =>
  inTransaction(pool, async client => {
    const { rows } = await client.query<{ state: AnnouncementState }>(
      'SELECT state FROM announcements WHERE waitlist_id = $1 AND id = $2 FOR UPDATE',
      [waitlistId, announcementId],
    );
    return rows[0] ? work(client, rows[0].state) : null;
  });

const isEditable = (state: AnnouncementState): boolean => state === 'draft' || state === 'scheduled';

const create =
  (pool: pg.Pool): AnnouncementStore['create'] =>
  (ref, { subject, body, audience, sendAt }, limit) =>
    withWaitlistLock(pool, ref.waitlistId, async client => {
      const existing = await find(client, ref);
      if (existing) return existing;
      const { waitlistId, announcementId } = ref;
      const { rows } = await client.query<{ isFull: boolean }>(
        `SELECT (SELECT count(*) FROM announcements a WHERE a.waitlist_id = w.id) >= $2 AS "isFull"
           FROM waitlists w WHERE w.id = $1`,
        [waitlistId, limit],
      );
      if (!rows[0]) return null;
      if (rows[0].isFull) return 'limit_reached';
      await client.query(
        `INSERT INTO announcements (id, waitlist_id, subject, body, audience, state, send_at)
           VALUES ($2, $1, $3, $4, $5, CASE WHEN $6::timestamptz IS NULL THEN 'draft' ELSE 'scheduled' END, $6)`,
        [waitlistId, announcementId, subject, body, JSON.stringify(audience), sendAt],
      );
      if (sendAt !== null) await client.query(QUEUE, [waitlistId, announcementId]);
      return find(client, ref);
    });

async function remove(pool: pg.Pool, ref: AnnouncementRef): Promise<boolean | 'not_editable'> {
  const list = [ref.waitlistId, ref.announcementId];
  const removed = await whileLocked(pool, ref, async (client, state) => {
    if (state === 'sent') return 'not_editable' as const;
    if (state === 'draft') {
      await client.query('DELETE FROM announcements WHERE waitlist_id = $1 AND id = $2', list);
    } else if (state !== 'canceled') {
      // What is in flight arrives, and is counted then.
      await client.query('DELETE FROM announcement_batches WHERE announcement_id = $1 AND NOT in_flight', [
        ref.announcementId,
      ]);
      await client.query(
        `UPDATE announcements a SET state = 'canceled', round = a.round + 1, ended_at = clock_timestamp(),
               recipients = CASE WHEN a.recipients IS NULL THEN NULL ELSE
                 a.sent + (SELECT coalesce(sum(value::integer), 0) FROM jsonb_each_text(a.skipped))
                 + (SELECT coalesce(sum(cardinality(b.seqs)), 0) FROM announcement_batches b WHERE b.announcement_id = a.id) END
             WHERE a.waitlist_id = $1 AND a.id = $2`,
        list,
      );
    }
    return true;
  });
  return removed ?? false;
}

/** {@link AnnouncementStore} on Postgres. */
export function createAnnouncementStore(pool: pg.Pool): AnnouncementStore {
  /** Changes one that may be changed, and queues its job if it is due at some time. */
  async function edit(ref: AnnouncementRef, change: string, values: unknown[]): Promise<Edited | null> {
    return whileLocked(pool, ref, async (client, state) => {
      if (!isEditable(state)) return { refused: state };
      const list = [ref.waitlistId, ref.announcementId];
      await client.query(
        `UPDATE announcements a SET round = a.round + 1, ${change} WHERE a.waitlist_id = $1 AND a.id = $2`,
        [...list, ...values],
      );
      const announcement = await find(client, ref);
      if (!announcement) throw new Error('The announcement is gone');
      if (announcement.state !== 'draft') await client.query(QUEUE, list);
      return { announcement };
    });
  }

  return {
    people: (waitlistId, seqs) => readPeople(pool, waitlistId, seqs),

    async list(waitlistId, { limit, offset }) {
      const { rows } = await pool.query<AnnouncementRecord>(
        `SELECT ${ANNOUNCEMENT} FROM announcements a WHERE a.waitlist_id = $1
         ORDER BY a.created_at DESC, a.id DESC LIMIT $2 OFFSET $3`,
        [waitlistId, limit, offset],
      );
      const { rows: all } = await pool.query<{ total: number }>(
        'SELECT count(*)::integer AS total FROM announcements WHERE waitlist_id = $1',
        [waitlistId],
      );
      return { announcements: rows, total: all[0]?.total ?? 0 };
    },

    get: ref => find(pool, ref),

    create: create(pool),

    update: (ref, { subject, body, audience, sendAt }) =>
      edit(
        ref,
        `subject = coalesce($3, a.subject), body = coalesce($4, a.body), audience = coalesce($5, a.audience),
         send_at = CASE WHEN $6 THEN $7::timestamptz ELSE a.send_at END,
         state = CASE WHEN NOT $6 THEN a.state WHEN $7::timestamptz IS NULL THEN 'draft' ELSE 'scheduled' END`,
        [
          subject ?? null,
          body ?? null,
          audience ? JSON.stringify(audience) : null,
          sendAt !== undefined,
          sendAt ?? null,
        ],
      ),

    start: ref => edit(ref, `state = 'sending', started_at = clock_timestamp()`, []),

    remove: ref => remove(pool, ref),
  };
}
