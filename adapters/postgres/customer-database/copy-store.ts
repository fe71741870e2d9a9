import type pg from 'pg';
import { COPY_LEASE_SECONDS } from '../../../core/customer-database/copy-signups.ts';
import type { CopyStore, CopyTarget } from '../../../core/customer-database/copy-store.ts';
import type { Answers } from '../../../core/questions/answers.ts';
import { toMetadata } from '../../../core/questions/metadata.ts';
import type { StoredSource } from '../../../core/questions/source.ts';
import type { Consents } from '../../../core/questions/stored-answers.ts';
import { fromStored } from '../entries/entry-page.ts';
import { createFollowUps } from './follow-ups.ts';

/** The largest `integer`. */
const LAST_SEQ = 2_147_483_647;

interface WaitingRow {
  readonly seq: number;
  readonly id: string;
  readonly email: string | null;
  readonly name: string | null;
  readonly position: number;
  readonly referralCode: string;
  readonly referredBy: string | null;
  readonly createdAt: Date;
  readonly answers: Answers | null;
  readonly consents: Consents | null;
  readonly source: StoredSource | null;
  readonly language: string | null;
}

/** Of the metadata in a batch. The connector's requests are limited, and visitors choose how much they write. */
const METADATA_BYTES = 2_000_000;

/** The first rows whose metadata is not too large together; at least one. */
function fittingRows(rows: readonly WaitingRow[]): readonly WaitingRow[] {
  let bytes = 0;
  const end = rows.findIndex(({ answers, consents, source }, index) => {
    bytes += Buffer.byteLength(JSON.stringify([answers, consents, source]));
    return index > 0 && bytes > METADATA_BYTES;
  });
  return end === -1 ? rows : rows.slice(0, end);
}

const WAITING = {
  name: 'copy-waiting',
  text: `SELECT q.seq, q.id, q.email, q.name, q.position, q.referral_code AS "referralCode",
                q.referred_by AS "referredBy", q.created_at AS "createdAt", q.answers, q.consents, q.source,
                CASE WHEN cardinality(w.languages) > 1 THEN q.language END AS language
         FROM database_attachments a JOIN waitlists w ON w.id = a.waitlist_id
         CROSS JOIN LATERAL (
           SELECT * FROM queue WHERE queue.waitlist_id = a.waitlist_id AND queue.seq >= a.next_seq
           ORDER BY queue.seq LIMIT $3
         ) q
         WHERE a.id = $2 AND a.waitlist_id = $1 ORDER BY q.seq`,
};

/**
 * Deletes the contacts of copied entries whose emails were sent. This runs after the commit that records the
 * copy: an email that is marked as sent later then sees the copy, and deletes the contact itself.
 */
async function erase(pool: pg.Pool, waitlistId: string, first: number, last: number): Promise<void> {
  await pool.query({
    name: 'erase-copied',
    text: `DELETE FROM contacts c USING delivered_ranges r
           WHERE c.waitlist_id = $1 AND c.seq BETWEEN $2 AND $3 AND c.mailed
             AND r.waitlist_id = c.waitlist_id AND c.seq BETWEEN r.first_seq AND r.last_seq`,
    values: [waitlistId, first, last],
  });
}

/** {@link CopyStore} on Postgres. */
export function createCopyStore(pool: pg.Pool): CopyStore {
  return {
    ...createFollowUps(pool),

    async target(waitlistId) {
      const { rows } = await pool.query<CopyTarget>({
        name: 'copy-target',
        text: `SELECT a.id AS "attachmentId", a.version, a.db_type AS "dbType", a.table_name AS "tableName", a.connection
               FROM waitlists w JOIN database_attachments a ON a.id = w.database_id WHERE w.id = $1`,
        values: [waitlistId],
      });
      return rows[0] ?? null;
    },

    async waiting(waitlistId, attachmentId, limit) {
      const found = await pool.query<WaitingRow>({ ...WAITING, values: [waitlistId, attachmentId, limit] });
      const rows = fittingRows(found.rows);
      const [first, last] = [rows[0], rows.at(-1)];
      if (!first || !last) return null;
      return {
        first: first.seq,
        last: last.seq,
        entries: rows.flatMap(
          ({ seq: _, email, createdAt, answers, consents, source, language, ...entry }) => {
            // An erased contact is not copied; its place stays.
            if (email === null) return [];
            const metadata = toMetadata({ ...fromStored({ answers, consents, source }), language });
            return [{ ...entry, email, metadata, createdAt: createdAt.toISOString() }];
          },
        ),
      };
    },

    async hold({ id, attempts }) {
      // A synchronous commit: it also makes the signups that were read before durable.
      const { rowCount } = await pool.query({
        name: 'copy-hold',
        text: `UPDATE outbox SET available_at = clock_timestamp() + make_interval(secs => $3), last_error = NULL
               WHERE id = $1 AND attempts = $2 AND parked_at IS NULL`,
        values: [id, attempts, COPY_LEASE_SECONDS],
      });
      return rowCount === 1;
    },

    async copied(waitlistId, attachmentId, { first, last }) {
      await pool.query({
        name: 'record-copy',
        text: 'SELECT record_delivery($1, $2, $3, $4)',
        values: [waitlistId, attachmentId, first, last],
      });
      await erase(pool, waitlistId, first, last);
    },

    async finish(waitlistId, { id, attempts }) {
      // Contacts that a worker left behind when it died between recording a copy and deleting them.
      await erase(pool, waitlistId, 1, LAST_SEQ);
      const { rows } = await pool.query<{ finished: boolean }>({
        name: 'finish-copy',
        text: 'SELECT finish_delivery($1, $2, $3) AS finished',
        values: [waitlistId, id, attempts],
      });
      return rows[0]?.finished ?? false;
    },
  };
}
