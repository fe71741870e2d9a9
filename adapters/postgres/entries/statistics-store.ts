import type pg from 'pg';
import type {
  CountedDay,
  CountedWaitlist,
  Referrer,
  StatisticsStore,
  StatusCounts,
} from '../../../core/entries/statistics-store.ts';

const TOP = 10;

const sum = (days: readonly CountedDay[], what: 'signups' | 'visits'): number =>
  days.reduce((total, day) => total + day[what], 0);

/** {@link StatisticsStore} on Postgres (ADR 18). */
export function createStatisticsStore(pool: pg.Pool): StatisticsStore {
  return {
    async waitlists(accountId, { limit, offset }) {
      const { rows } = await pool.query<CountedWaitlist>(
        `SELECT w.id, w.slug, w.name, d.domain, w.licensed, w."createdAt", c.total, c.today
         FROM (
           SELECT id, slug, name, licensed_at IS NOT NULL AS licensed, created_at AS "createdAt"
           FROM waitlists WHERE account_id = $1 ORDER BY created_at DESC, id LIMIT $2 OFFSET $3
         ) w CROSS JOIN LATERAL count_entries(w.id) c
         LEFT JOIN custom_domains d ON d.waitlist_id = w.id AND d.state = 'active'
         ORDER BY w."createdAt" DESC, w.id`,
        [accountId, limit, offset],
      );
      const all = await pool.query<{ total: number }>(
        'SELECT count(*)::integer AS total FROM waitlists WHERE account_id = $1',
        [accountId],
      );
      return { waitlists: rows, total: all.rows[0]?.total ?? 0 };
    },

    async statistics(waitlistId, days) {
      const counted = await pool.query<{ total: number; today: number }>(
        'SELECT total, today FROM count_entries($1)',
        [waitlistId],
      );
      const { total, today } = counted.rows[0] ?? { total: 0, today: 0 };
      const statuses = await pool.query<StatusCounts>(
        'SELECT waiting, invited, accepted FROM count_statuses($1)',
        [waitlistId],
      );
      const perDay = await pool.query<CountedDay>(
        `SELECT c.day::text AS date, c.signups, coalesce(v.visits, 0) AS visits FROM count_days($1, $2) c
         LEFT JOIN page_visits v ON v.waitlist_id = $1 AND v.day = c.day ORDER BY c.day`,
        [waitlistId, 2 * days],
      );
      const top = await pool.query<Referrer>(
        `SELECT q.id AS "entryId", q.email, q.name, q.referral_code AS "referralCode", q.referral_count AS referrals
         FROM list_referrers($1, 0, $2) AS top
         CROSS JOIN LATERAL (SELECT * FROM queue WHERE waitlist_id = $1 AND queue.seq = top.seq LIMIT 1) q
         ORDER BY top.nth`,
        [waitlistId, TOP],
      );
      const earlier = perDay.rows.slice(0, days);
      return {
        total,
        today,
        ...(statuses.rows[0] ?? { waiting: 0, invited: 0, accepted: 0 }),
        days: perDay.rows.slice(days),
        before: { signups: sum(earlier, 'signups'), visits: sum(earlier, 'visits') },
        topReferrers: top.rows,
      };
    },
  };
}
