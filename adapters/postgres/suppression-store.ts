import type pg from 'pg';
import type { SuppressionStore } from '../../core/email/suppression.ts';

/** {@link SuppressionStore} on Postgres. */
export const createSuppressionStore = (pool: pg.Pool): SuppressionStore => ({
  async suppress({ recipient, reason, waitlist, at }) {
    await pool.query({
      name: 'suppress-email',
      text: 'SELECT suppress_email($1, $2, $3, $4)',
      values: [recipient, reason, waitlist, at],
    });
  },

  async isSuppressed(emailDigest) {
    const { rows } = await pool.query<{ suppressed: boolean }>(
      'SELECT is_email_suppressed($1) AS suppressed',
      [emailDigest],
    );
    return rows[0]?.suppressed ?? false;
  },
});
