import type pg from 'pg';
import { BOUNCE_DAYS, type SuppressionStore } from '../../../core/email/suppression.ts';

/** SQL condition: whether the address with this digest, an SQL expression, gets no email. */
export const isSuppressed = (digest: string): string => `EXISTS (
  SELECT FROM email_suppressions s
  WHERE s.email_digest = ${digest} AND (s.released_at IS NULL OR s.last_event_at > s.released_at))`;

/** {@link SuppressionStore} on Postgres. */
export const createSuppressionStore = (pool: pg.Pool): SuppressionStore => ({
  async suppress({ recipient, reason, waitlist, at }) {
    await pool.query({
      name: 'suppress-email',
      // A complaint outranks a bounce.
      text: `INSERT INTO email_suppressions AS s (email_digest, reason, waitlist_id, first_event_at, last_event_at)
             VALUES ($1, $2, $3, $4, $4)
             ON CONFLICT (email_digest) DO UPDATE SET
               reason = CASE WHEN 'complaint' IN (s.reason, excluded.reason) THEN 'complaint' ELSE 'bounce' END,
               waitlist_id = CASE WHEN excluded.last_event_at > s.last_event_at
                                  THEN excluded.waitlist_id ELSE s.waitlist_id END,
               first_event_at = least(s.first_event_at, excluded.first_event_at),
               last_event_at = greatest(s.last_event_at, excluded.last_event_at)`,
      values: [recipient, reason, waitlist, at],
    });
  },

  async isSuppressed(emailDigest) {
    const { rows } = await pool.query<{ suppressed: boolean }>(`SELECT ${isSuppressed('$1')} AS suppressed`, [
      emailDigest,
    ]);
    return rows[0]?.suppressed ?? false;
  },

  async sweep() {
    await pool.query(
      `DELETE FROM email_suppressions WHERE reason = 'bounce' AND last_event_at < now() - make_interval(days => $1)`,
      [BOUNCE_DAYS],
    );
  },
});
