import type pg from 'pg';
import type { Usage, UsageStore } from '../../../core/account/services.ts';
import { COUNT_GENERATIONS } from '../page-generation/generation-store.ts';

/** {@link UsageStore} on Postgres. */
export function createUsageStore(pool: pg.Pool): UsageStore {
  return {
    async usage(accountId) {
      const { rows } = await pool.query<Usage>({
        name: 'account-usage',
        text: `SELECT count(*)::integer AS waitlists,
                      count(w.licensed_at)::integer AS "licensedWaitlists",
                      coalesce(sum(count_listed(w.id, NULL)), 0)::bigint AS entries,
                      (SELECT a.image_bytes FROM accounts a WHERE a.id = $1) AS "imageBytes",
                      (SELECT count(*)::integer FROM custom_domains d
                       WHERE d.account_id = $1 AND d.waitlist_id IS NOT NULL) AS domains,
                      ${COUNT_GENERATIONS} AS "aiGenerations"
               FROM waitlists w WHERE w.account_id = $1`,
        values: [accountId],
      });
      const usage = rows[0];
      if (!usage) throw new Error('An aggregate returned no row');
      return usage;
    },
  };
}
