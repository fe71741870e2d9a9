import type pg from 'pg';
import {
  type CountedDay,
  type CountedHour,
  type CountedWaitlist,
  RECENT_DAYS,
  type Referrer,
  type StatisticsStore,
  type StatusCounts,
} from '../../../core/entries/statistics-store.ts';
import type { AnswerCount, SourceCount, SourceVisits } from '../../../core/questions/counts.ts';
import { DESIGN, doorState, OPENS_AT } from '../waitlists/waitlist-columns.ts';

const TOP = 10;

const sum = (days: readonly CountedDay[], what: 'signups' | 'visits'): number =>
  days.reduce((total, day) => total + day[what], 0);

async function readTopReferrers(pool: pg.Pool, waitlistId: string): Promise<Referrer[]> {
  const { rows } = await pool.query<Referrer>(
    `SELECT q.id AS "entryId", q.email, q.name, q.referral_code AS "referralCode", q.referral_count AS referrals
     FROM list_referrers($1, 0, $2) AS top
     CROSS JOIN LATERAL (SELECT * FROM queue WHERE waitlist_id = $1 AND queue.seq = top.seq LIMIT 1) q
     ORDER BY top.nth`,
    [waitlistId, TOP],
  );
  return rows;
}

/** {@link StatisticsStore} on Postgres (ADR 18). */
export function createStatisticsStore(pool: pg.Pool): StatisticsStore {
  return {
    async waitlists(accountId, { limit, offset }) {
      const { rows } = await pool.query<CountedWaitlist>(
        `SELECT w.id, w.slug, w.name, d.domain, w.licensed, w.design, w.door, w."opensAt", w."createdAt", c.total, c.today,
           ARRAY(SELECT signups FROM count_days(w.id, $4) ORDER BY day) AS recent
         FROM (
           SELECT id, slug, name, licensed_at IS NOT NULL AS licensed, ${DESIGN}, ${doorState('waitlists')}, ${OPENS_AT},
                  created_at AS "createdAt"
           FROM waitlists WHERE account_id = $1 ORDER BY created_at DESC, id LIMIT $2 OFFSET $3
         ) w CROSS JOIN LATERAL count_entries(w.id) c
         LEFT JOIN custom_domains d ON d.waitlist_id = w.id AND d.state = 'active'
         ORDER BY w."createdAt" DESC, w.id`,
        [accountId, limit, offset, RECENT_DAYS],
      );
      const all = await pool.query<{ total: number }>(
        'SELECT count(*)::integer AS total FROM waitlists WHERE account_id = $1',
        [accountId],
      );
      return { waitlists: rows, total: all.rows[0]?.total ?? 0 };
    },

    async facets(waitlistId) {
      const sources = await pool.query<SourceCount>(
        'SELECT source, signups, accepted FROM count_sources($1)',
        [waitlistId],
      );
      const answers = await pool.query<AnswerCount>(
        `SELECT key, value, signups FROM facets WHERE waitlist_id = $1 AND kind = 'answer'`,
        [waitlistId],
      );
      return { sources: sources.rows, answers: answers.rows };
    },

    async visits(waitlistId) {
      const { rows } = await pool.query<SourceVisits>(
        'SELECT source, visits::float8 AS visits FROM source_visits WHERE waitlist_id = $1',
        [waitlistId],
      );
      return rows;
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
      const perHour = await pool.query<CountedHour>(
        'SELECT start_at AS at, signups FROM count_hours($1) ORDER BY start_at',
        [waitlistId],
      );
      const earlier = perDay.rows.slice(0, days);
      return {
        total,
        today,
        ...(statuses.rows[0] ?? { waiting: 0, invited: 0, accepted: 0 }),
        days: perDay.rows.slice(days),
        hours: perHour.rows,
        before: { signups: sum(earlier, 'signups'), visits: sum(earlier, 'visits') },
        topReferrers: await readTopReferrers(pool, waitlistId),
      };
    },
  };
}
