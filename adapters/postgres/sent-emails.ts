import type pg from 'pg';
import type { SentEmails } from '../../core/email/sent-emails.ts';

/** {@link SentEmails} on Postgres. */
export const createSentEmails = (pool: pg.Pool): SentEmails => ({
  async record(waitlistId, entryId, kind) {
    await pool.query({
      name: 'record-sent-email',
      text: `INSERT INTO sent_emails (waitlist_id, seq, kind)
             SELECT e.waitlist_id, e.seq, $3 FROM entries e WHERE e.id = $2 AND e.waitlist_id = $1`,
      values: [waitlistId, entryId, kind],
    });
  },
});
