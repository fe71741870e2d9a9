import type pg from 'pg';
import type { SentEmails } from '../../../core/email/sent-emails.ts';
import { EACH_ENTRY, entryIds } from '../entries/each-entry.ts';

/** {@link SentEmails} on Postgres. */
export const createSentEmails = (pool: pg.Pool): SentEmails => ({
  async record(emails) {
    await pool.query({
      name: 'record-sent-emails',
      text: `INSERT INTO sent_emails (waitlist_id, seq, kind)
             SELECT e.waitlist_id, e.seq, ($3::text[])[j.n] FROM ${EACH_ENTRY}`,
      values: [...entryIds(emails), emails.map(({ kind }) => kind)],
    });
  },
});
