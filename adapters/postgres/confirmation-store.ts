import type pg from 'pg';
import type { ConfirmationRecord, ConfirmationStore } from '../../core/email/confirmation-store.ts';
import { PLACE_COLUMNS, PLACE_TABLES } from './place-columns.ts';
import { isSuppressed } from './suppression-store.ts';
import { hasPaid } from './template-store.ts';

/** {@link ConfirmationStore} on Postgres. */
export function createConfirmationStore(pool: pg.Pool): ConfirmationStore {
  return {
    async find(waitlistId, entryId) {
      const { rows } = await pool.query<ConfirmationRecord>({
        name: 'find-confirmation',
        text: `SELECT q.email, q.name, e.email_digest AS "emailDigest", ${isSuppressed('e.email_digest')} AS suppressed,
                      ${PLACE_COLUMNS}, q.referred_by AS "referredBy", w.description,
                      a.created_at AS "accountCreatedAt", ${hasPaid('a.id')} AS "hasPaid",
                      CASE WHEN t.id IS NOT NULL THEN
                        json_build_object('subject', t.subject, 'html', t.html, 'text', t.text) END AS template,
                      EXISTS (SELECT FROM database_attachments a WHERE a.waitlist_id = w.id) AS leaves
               FROM queue q ${PLACE_TABLES}
               LEFT JOIN email_templates t ON t.id = w.email_template_id
               CROSS JOIN LATERAL (SELECT e.email_digest FROM entries e WHERE e.id = $2 LIMIT 1) e
               WHERE q.waitlist_id = $1 AND q.email IS NOT NULL
                 AND q.seq = (SELECT e.seq FROM entries e WHERE e.id = $2 AND e.waitlist_id = $1)`,
        values: [waitlistId, entryId],
      });
      return rows[0] ?? null;
    },

    async release(waitlistId, entryId) {
      const entry = `c.waitlist_id = $1 AND c.seq = (SELECT e.seq FROM entries e WHERE e.id = $2 AND e.waitlist_id = $1)`;
      const values = [waitlistId, entryId];
      // Two transactions: if a delivery ends at the same time, one of the two sees the other's mark.
      await pool.query({
        name: 'release-contact-mark',
        text: `UPDATE contacts c SET mailed = true WHERE ${entry}`,
        values,
      });
      await pool.query({
        name: 'release-contact-erase',
        text: `DELETE FROM contacts c WHERE ${entry} AND EXISTS (
                 SELECT FROM delivered_ranges r
                 WHERE r.waitlist_id = c.waitlist_id AND c.seq BETWEEN r.first_seq AND r.last_seq)`,
        values,
      });
    },
  };
}
