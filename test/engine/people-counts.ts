import { expect } from '@jest/globals';
import type pg from 'pg';

/** How many people of each kind stand in each block, counted one by one. */
const COUNTED = `
  WITH people AS (
    SELECT e.seq, (q.position - 1) / 128 AS place,
           CASE WHEN x.seq IS NOT NULL THEN 'erased'
                WHEN r.first_seq IS NOT NULL THEN 'away_' || q.status
                ELSE q.status END AS kind
    FROM entries e JOIN queue q USING (waitlist_id, seq)
    LEFT JOIN erased_entries x USING (waitlist_id, seq)
    LEFT JOIN (SELECT d.* FROM delivered_ranges d JOIN waitlists w ON w.id = d.waitlist_id
               WHERE d.attachment_id IS DISTINCT FROM w.database_id) r
      ON r.waitlist_id = e.waitlist_id AND e.seq BETWEEN r.first_seq AND r.last_seq
    WHERE e.waitlist_id = $1
  ), blocks AS (
    SELECT 'joined' AS sort, 0 AS level, (seq - 1) / 128 AS block, kind FROM people
    UNION ALL SELECT 'joined', 1, (seq - 1) / 16384, kind FROM people
    UNION ALL SELECT 'position', 0, place, kind FROM people
    UNION ALL SELECT 'position', 1, place / 128, kind FROM people
  )
  SELECT sort, level, block, kind, count(*)::integer AS people FROM blocks WHERE kind <> 'waiting'
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4`;

/** The stored counts of a list are true, and so are those made when a database is attached or detached. */
export async function expectCounted(pool: pg.Pool, waitlistId: string): Promise<void> {
  const stored = async () =>
    (
      await pool.query(
        `SELECT sort, level, block, kind, people FROM people_counts WHERE waitlist_id = $1 AND people <> 0
         ORDER BY sort, level, block, kind`,
        [waitlistId],
      )
    ).rows;
  const counted = (await pool.query(COUNTED, [waitlistId])).rows;
  expect(await stored()).toEqual(counted);
  await pool.query('SELECT recount_people($1)', [waitlistId]);
  expect(await stored()).toEqual(counted);
}
