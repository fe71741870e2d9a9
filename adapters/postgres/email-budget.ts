import type pg from 'pg';
import { decideEmail, type EmailUse, RECIPIENT_WINDOW_HOURS } from '../../core/email/decide-email.ts';
import type { EmailBudget } from '../../core/email/email-budget.ts';
import { lockKey } from './advisory-lock.ts';
import { inTransaction } from './transaction.ts';

/** How many grants one statement of the sweep deletes. */
const BATCH_ROWS = 10_000;

const TODAY = `(clock_timestamp() AT TIME ZONE 'UTC')::date`;

/** {@link EmailBudget} on Postgres. */
export const createEmailBudget = (pool: pg.Pool): EmailBudget => ({
  grant: ({ accountId, entryId, recipient, ...limits }) =>
    inTransaction(pool, async client => {
      // Every transaction takes them in this order, so none deadlocks.
      await lockKey(client, 'recipient', recipient.toString('hex'));
      await lockKey(client, 'sending_account', accountId);
      const { rows } = await client.query<EmailUse & { today: string }>({
        name: 'find-email-use',
        text: `SELECT EXISTS (SELECT FROM email_grants WHERE recipient = $1 AND entry_id = $2) AS "isGranted",
                      (SELECT count(*)::integer FROM email_grants WHERE recipient = $1
                         AND granted_at > clock_timestamp() - make_interval(hours => $4)) AS recipient,
                      coalesce((SELECT granted FROM email_days
                                WHERE account_id = $3 AND day = ${TODAY}), 0) AS account`,
        values: [recipient, entryId, accountId, RECIPIENT_WINDOW_HOURS],
      });
      const [use] = rows;
      if (!use) throw new Error('SELECT returned no row');
      const verdict = decideEmail(use, limits);
      if (verdict !== 'granted' || use.isGranted) return verdict;
      await client.query({
        name: 'grant-email',
        text: `WITH counted AS (
                 INSERT INTO email_days AS d (account_id, day, granted) VALUES ($3, ${TODAY}, 1)
                 ON CONFLICT (account_id, day) DO UPDATE SET granted = d.granted + 1)
               INSERT INTO email_grants (recipient, entry_id, granted_at) VALUES ($1, $2, clock_timestamp())`,
        values: [recipient, entryId, accountId],
      });
      return verdict;
    }),

  async sweep() {
    await pool.query(`DELETE FROM email_days WHERE day < ${TODAY} - 35`);
    let deleted: number;
    do {
      const { rowCount } = await pool.query(
        `WITH old AS (
           SELECT recipient, entry_id FROM email_grants WHERE granted_at <= now() - make_interval(hours => $2)
           ORDER BY granted_at LIMIT $1 FOR UPDATE SKIP LOCKED)
         DELETE FROM email_grants g USING old WHERE (g.recipient, g.entry_id) = (old.recipient, old.entry_id)`,
        [BATCH_ROWS, RECIPIENT_WINDOW_HOURS],
      );
      deleted = rowCount ?? 0;
    } while (deleted === BATCH_ROWS);
  },
});
