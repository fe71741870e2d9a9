import type pg from 'pg';
import type { ConfirmationRecord, ConfirmationStore } from '../../core/email/confirmation-store.ts';

/** {@link ConfirmationStore} on Postgres. */
export function createConfirmationStore(pool: pg.Pool): ConfirmationStore {
  return {
    async find(waitlistId, entryId) {
      const { rows } = await pool.query<ConfirmationRecord>({
        name: 'find-confirmation',
        text: `SELECT c.email, p.position, e.referral_code AS "referralCode", w.name AS "waitlistName", w.slug,
                      w.referral_enabled AS "referralEnabled", w.referral_boost AS "referralBoost"
               FROM contacts c
               JOIN entries e ON e.id = c.entry_id
               JOIN places p ON p.waitlist_id = e.waitlist_id AND p.seq = e.seq
               JOIN waitlists w ON w.id = e.waitlist_id
               WHERE c.entry_id = $2 AND e.waitlist_id = $1`,
        values: [waitlistId, entryId],
      });
      return rows[0] ?? null;
    },
  };
}
