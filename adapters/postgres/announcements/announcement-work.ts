import type pg from 'pg';
import type { AnnouncementWork, Batch, Sending } from '../../../core/announcements/announcement-store.ts';
import { readOrder } from '../../../core/entries/entry-store.ts';
import { SENDER_COLUMNS } from '../entries/place-columns.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { ANNOUNCEMENT } from './announcement-store.ts';
import { readPeople } from './batch-people.ts';

/** People who are handed over together: a crash leaves in doubt whether they got it. */
const BATCH_SIZE = 20;
/** A mailbox that has had enough for a day. */
const PUT_OFF = `interval '25 hours'`;

const begin =
  (pool: pg.Pool): AnnouncementWork['begin'] =>
  ({ waitlistId, announcementId }, round) =>
    inTransaction(pool, async client => {
      const { rowCount } = await client.query(
        `UPDATE announcements SET state = 'sending', started_at = coalesce(started_at, clock_timestamp())
         WHERE waitlist_id = $1 AND id = $2 AND round = $3
           AND (state = 'sending' OR state = 'scheduled' AND send_at <= clock_timestamp())`,
        [waitlistId, announcementId, round],
      );
      if (rowCount === 0) return null;
      await client.query(
        `WITH lost AS (DELETE FROM announcement_batches WHERE announcement_id = $1 AND in_flight RETURNING cardinality(seqs) AS people)
         UPDATE announcements a SET skipped = a.skipped || jsonb_build_object(
           'unknown', coalesce((a.skipped ->> 'unknown')::integer, 0) + (SELECT sum(people) FROM lost))
         WHERE a.id = $1 AND EXISTS (SELECT FROM lost)`,
        [announcementId],
      );
      const { rows } = await client.query<Sending>(
        `SELECT n.*, ${SENDER_COLUMNS} FROM (
           SELECT ${ANNOUNCEMENT}, a.waitlist_id, a.started_at AS "startedAt" FROM announcements a WHERE a.id = $1
         ) n JOIN waitlists w ON w.id = n.waitlist_id JOIN accounts a ON a.id = w.account_id
         LEFT JOIN custom_domains d ON d.waitlist_id = w.id AND d.state = 'active'`,
        [announcementId],
      );
      return rows[0] ?? null;
    });

const fix =
  (pool: pg.Pool): AnnouncementWork['fix'] =>
  (announcementId, windows) =>
    inTransaction(pool, async client => {
      const people = windows.reduce((sum, window) => sum + readOrder(window).seqs.length, 0);
      const { rowCount } = await client.query(
        `UPDATE announcements SET recipients = $2 WHERE id = $1 AND state = 'sending' AND recipients IS NULL`,
        [announcementId, people],
      );
      if (rowCount === 0) return;
      let nth = 0;
      for (const window of windows) {
        const { seqs } = readOrder(window);
        await client.query(
          `INSERT INTO announcement_batches (announcement_id, nth, seqs)
           SELECT $1, $2 + (s.n - 1) / ${BATCH_SIZE}, array_agg(s.seq ORDER BY s.n)
           FROM unnest($3::integer[]) WITH ORDINALITY AS s (seq, n) GROUP BY 2`,
          [announcementId, nth, seqs],
        );
        nth += Math.ceil(seqs.length / BATCH_SIZE);
      }
    });

const settle =
  (pool: pg.Pool): AnnouncementWork['settle'] =>
  (announcementId, nth, { sent, skipped, left, putOff }) =>
    inTransaction(pool, async client => {
      const { rowCount } = await client.query(
        'DELETE FROM announcement_batches WHERE announcement_id = $1 AND nth = $2 AND in_flight',
        [announcementId, nth],
      );
      if (rowCount === 0) return;
      const { rows } = await client.query<{ state: string }>(
        `UPDATE announcements a SET sent = a.sent + $2, skipped = (
           SELECT coalesce(jsonb_object_agg(s.key, s.people), '{}') FROM (
             SELECT t.key, sum(t.value::integer) AS people FROM (
               SELECT * FROM jsonb_each_text(a.skipped) UNION ALL SELECT * FROM jsonb_each_text($3)
             ) t GROUP BY t.key
           ) s WHERE s.people > 0)
         WHERE a.id = $1 RETURNING a.state`,
        [announcementId, sent, JSON.stringify(skipped)],
      );
      const isCanceled = rows[0]?.state !== 'sending';
      if (isCanceled) {
        // They were counted as being on their way.
        await client.query('UPDATE announcements SET recipients = recipients - $2 WHERE id = $1', [
          announcementId,
          left.length + putOff.length,
        ]);
        return;
      }
      if (left.length > 0)
        await client.query(
          'INSERT INTO announcement_batches (announcement_id, nth, seqs) VALUES ($1, $2, $3)',
          [announcementId, nth, left],
        );
      if (putOff.length > 0)
        await client.query(
          `INSERT INTO announcement_batches (announcement_id, nth, seqs, due_at)
           SELECT $1, 1 + max(b.nth), $3::integer[], clock_timestamp() + ${PUT_OFF} FROM (
             SELECT nth FROM announcement_batches WHERE announcement_id = $1 UNION ALL SELECT $2::integer) b`,
          [announcementId, nth, putOff],
        );
    });

const finish =
  (pool: pg.Pool): AnnouncementWork['finish'] =>
  announcementId =>
    inTransaction(pool, async client => {
      const { rows } = await client.query<{ seconds: number | null }>(
        `SELECT ceil(extract(epoch FROM min(due_at) - clock_timestamp()))::integer AS seconds
         FROM announcement_batches WHERE announcement_id = $1 AND NOT in_flight`,
        [announcementId],
      );
      const seconds = rows[0]?.seconds ?? null;
      if (seconds !== null) return Math.max(1, seconds);
      await client.query(
        `UPDATE announcements SET state = 'sent', ended_at = clock_timestamp() WHERE id = $1 AND state = 'sending'`,
        [announcementId],
      );
      return null;
    });

/** {@link AnnouncementWork} on Postgres. */
export const createAnnouncementWork = (pool: pg.Pool): AnnouncementWork => ({
  people: (waitlistId, seqs) => readPeople(pool, waitlistId, seqs),
  begin: begin(pool),
  fix: fix(pool),

  async ahead(waitlistId, positions) {
    const { rows } = await pool.query<{ ahead: number }>({
      name: 'count-announcement-ahead',
      text: 'SELECT waiting_ahead($1, p.position) AS ahead FROM unnest($2::integer[]) WITH ORDINALITY AS p (position, n) ORDER BY p.n',
      values: [waitlistId, positions],
    });
    return rows.map(({ ahead }) => ahead);
  },

  async take(announcementId) {
    const { rows } = await pool.query<Batch>({
      name: 'take-announcement-batch',
      text: `SELECT b.nth, b.seqs, b.due_at IS NOT NULL AS "wasPutOff" FROM announcement_batches b
             WHERE b.announcement_id = $1 AND NOT b.in_flight AND (b.due_at IS NULL OR b.due_at <= clock_timestamp())
             ORDER BY b.nth LIMIT 1`,
      values: [announcementId],
    });
    return rows[0] ?? null;
  },

  async depart(announcementId, nth) {
    const { rowCount } = await pool.query({
      name: 'depart-announcement-batch',
      text: `UPDATE announcement_batches b SET in_flight = true FROM announcements a
             WHERE b.announcement_id = $1 AND b.nth = $2 AND NOT b.in_flight AND a.id = $1 AND a.state = 'sending'`,
      values: [announcementId, nth],
    });
    return rowCount === 1;
  },

  settle: settle(pool),
  finish: finish(pool),
});
