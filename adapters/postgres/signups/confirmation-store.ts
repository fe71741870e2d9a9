import type pg from 'pg';
import type { ConfirmationRecord, ConfirmationStore } from '../../../core/signups/confirmation-store.ts';
import { isSuppressed } from '../email/suppression-store.ts';
import { hasPaid } from '../email-templates/template-store.ts';
import { EACH_ENTRY, entryIds } from '../entries/each-entry.ts';
import { PLACE_COLUMNS, PLACE_TABLES } from '../entries/place-columns.ts';
import { inOrder } from '../kernel/in-order.ts';

/** A template is read once, however many emails of a batch use it. */
type Row = Omit<ConfirmationRecord, 'template'> & {
  readonly n: number;
  readonly templateId: string | null;
  readonly template: ConfirmationRecord['template'];
};

/** {@link ConfirmationStore} on Postgres. */
export function createConfirmationStore(pool: pg.Pool): ConfirmationStore {
  return {
    async find(signups) {
      const { rows } = await pool.query<Row>({
        name: 'find-confirmations',
        text: `SELECT j.n::integer, q.email, q.name, e.email_digest AS "emailDigest",
                      ${isSuppressed('e.email_digest')} AS suppressed,
                      ${PLACE_COLUMNS}, q.referred_by AS "referredBy", w.description,
                      a.created_at AS "accountCreatedAt", ${hasPaid('a.id')} AS "hasPaid", t.id AS "templateId",
                      CASE WHEN t.id IS NOT NULL AND row_number() OVER (PARTITION BY t.id) = 1 THEN
                        json_build_object('subject', t.subject, 'html', t.html, 'text', t.text) END AS template,
                      EXISTS (SELECT FROM database_attachments a WHERE a.waitlist_id = w.id) AS leaves
               FROM ${EACH_ENTRY} JOIN LATERAL (
                 SELECT q.* FROM queue q WHERE q.waitlist_id = e.waitlist_id AND q.seq = e.seq AND q.email IS NOT NULL LIMIT 1
               ) q ON true
               ${PLACE_TABLES}
               LEFT JOIN email_templates t ON t.id = w.email_template_id`,
        values: entryIds(signups),
      });
      const templates = new Map(
        rows.flatMap(({ templateId, template }) => (template ? [[templateId, template]] : [])),
      );
      return inOrder(
        signups.length,
        rows.map(({ templateId, ...row }) => ({ ...row, template: templates.get(templateId) ?? null })),
      );
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
