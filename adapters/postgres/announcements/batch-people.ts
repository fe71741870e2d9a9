import type pg from 'pg';
import type { BatchPerson } from '../../../core/announcements/announcement-store.ts';
import { isSuppressed } from '../email/suppression-store.ts';

/** Those of these people who are on the list, in this order. */
export async function readPeople(
  pool: pg.Pool,
  waitlistId: string,
  seqs: readonly number[],
): Promise<BatchPerson[]> {
  const { rows } = await pool.query<BatchPerson>({
    name: 'find-announcement-people',
    text: `SELECT e.seq, e.id AS "entryId", e.email_digest AS "emailDigest",
                  coalesce(e.mailbox_digest, e.email_digest) AS mailbox, ${isSuppressed('e.email_digest')} AS suppressed
           FROM unnest($2::integer[]) WITH ORDINALITY AS s (seq, n)
           JOIN entries e ON e.waitlist_id = $1 AND e.seq = s.seq
           WHERE NOT EXISTS (SELECT FROM erased_entries x WHERE x.waitlist_id = $1 AND x.seq = e.seq) ORDER BY s.n`,
    values: [waitlistId, seqs],
  });
  return rows;
}
