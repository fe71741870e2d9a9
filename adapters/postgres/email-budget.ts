import type pg from 'pg';
import type { EmailBudget, EmailVerdict } from '../../core/email/email-budget.ts';

/** What one call of the sweep removes at most. */
const BATCH_ROWS = 10_000;

/** {@link EmailBudget} on Postgres. */
export const createEmailBudget = (pool: pg.Pool): EmailBudget => ({
  async grant({ accountId, entryId, recipient, recipientMax, accountMax }) {
    const { rows } = await pool.query<{ verdict: EmailVerdict }>({
      name: 'grant-email',
      text: 'SELECT grant_email($1, $2, $3, $4, $5) AS verdict',
      values: [accountId, entryId, recipient, recipientMax, accountMax],
    });
    const [row] = rows;
    if (!row) throw new Error('SELECT returned no row');
    return row.verdict;
  },

  async sweep() {
    let removed: number;
    do {
      const { rows } = await pool.query<{ removed: number }>('SELECT sweep_email_grants($1) AS removed', [
        BATCH_ROWS,
      ]);
      removed = rows[0]?.removed ?? 0;
    } while (removed >= BATCH_ROWS);
  },
});
