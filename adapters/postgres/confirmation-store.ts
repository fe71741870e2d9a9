import type pg from 'pg';
import type { ConfirmationRecord, ConfirmationStore } from '../../core/email/confirmation-store.ts';

/** {@link ConfirmationStore} on Postgres. */
export function createConfirmationStore(pool: pg.Pool): ConfirmationStore {
  return {
    async find(waitlistId, entryId) {
      const { rows } = await pool.query<ConfirmationRecord>({
        name: 'find-confirmation',
        text: `SELECT q.email, q.position, q.referral_code AS "referralCode", w.name AS "waitlistName", w.slug, w.description,
                      w.referral_enabled AS "referralEnabled", w.referral_boost AS "referralBoost",
                      CASE WHEN t.id IS NOT NULL THEN
                        json_build_object('subject', t.subject, 'html', t.html, 'text', t.text) END AS template
               FROM queue q JOIN waitlists w ON w.id = q.waitlist_id
               LEFT JOIN email_templates t ON t.id = w.email_template_id
               WHERE q.waitlist_id = $1 AND q.email IS NOT NULL
                 AND q.seq = (SELECT e.seq FROM entries e WHERE e.id = $2 AND e.waitlist_id = $1)`,
        values: [waitlistId, entryId],
      });
      return rows[0] ?? null;
    },
  };
}
