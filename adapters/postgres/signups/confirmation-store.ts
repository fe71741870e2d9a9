import type pg from 'pg';
import type { ConfirmationRecord, ConfirmationStore } from '../../../core/signups/confirmation-store.ts';
import { isSuppressed } from '../email/suppression-store.ts';
import { shareTemplates, type TemplateRow, waitlistTemplate } from '../email-templates/waitlist-template.ts';
import { EACH_ENTRY, entryIds } from '../entries/each-entry.ts';
import { PLACE_COLUMNS, PLACE_TABLES } from '../entries/place-columns.ts';
import { inOrder } from '../kernel/in-order.ts';

const TEMPLATE = waitlistTemplate('confirmation', 'q.language');

/** {@link ConfirmationStore} on Postgres. */
export function createConfirmationStore(pool: pg.Pool): ConfirmationStore {
  return {
    async find(signups) {
      const { rows } = await pool.query<TemplateRow<ConfirmationRecord>>({
        name: 'find-confirmations',
        text: `SELECT j.n::integer, q.email, q.name, e.email_digest AS "emailDigest",
                      ${isSuppressed('e.email_digest')} AS suppressed,
                      ${PLACE_COLUMNS}, q.referred_by AS "referredBy", ${TEMPLATE.columns},
                      EXISTS (SELECT FROM database_attachments a WHERE a.waitlist_id = w.id) AS leaves
               FROM ${EACH_ENTRY} JOIN LATERAL (
                 SELECT q.* FROM queue q WHERE q.waitlist_id = e.waitlist_id AND q.seq = e.seq AND q.email IS NOT NULL LIMIT 1
               ) q ON true
               ${PLACE_TABLES}
               ${TEMPLATE.join}`,
        values: entryIds(signups),
      });
      return inOrder(signups.length, shareTemplates(rows));
    },

    async release(signups) {
      const values = entryIds(signups);
      // Two transactions: if a delivery ends at the same time, one of the two sees the other's mark.
      await pool.query({
        name: 'release-contacts-mark',
        text: `UPDATE contacts c SET mailed = true FROM ${EACH_ENTRY}
               WHERE c.waitlist_id = e.waitlist_id AND c.seq = e.seq`,
        values,
      });
      await pool.query({
        name: 'release-contacts-erase',
        text: `DELETE FROM contacts c USING ${EACH_ENTRY}
               WHERE c.waitlist_id = e.waitlist_id AND c.seq = e.seq AND EXISTS (
                 SELECT FROM delivered_ranges r
                 WHERE r.waitlist_id = c.waitlist_id AND c.seq BETWEEN r.first_seq AND r.last_seq)`,
        values,
      });
    },
  };
}
