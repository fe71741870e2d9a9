import type { Bench, BenchDatabase } from './bench.ts';

/** Sources of the people who came by no friend. */
const SOURCES = 20;

/** Each gets the list's id and length. */
const STEPS = [
  'INSERT INTO erased_entries (waitlist_id, seq) SELECT $1, n FROM generate_series(7, $2::integer, 50) n',
  `INSERT INTO invitations (id, batch_id, waitlist_id, seq, code_hash, state)
   SELECT gen_random_uuid(), gen_random_uuid(), $1, n, sha256(int4send(n)),
          CASE WHEN n % 40 = 1 THEN 'accepted' ELSE 'invited' END FROM generate_series(1, $2::integer, 20) n`,
  `INSERT INTO places (waitlist_id, seq, block, referral_count)
   SELECT $1, n, (n - 1) / 128, 1 + n % 7 FROM generate_series(3, $2::integer, 5) n ON CONFLICT DO NOTHING`,
  // Rows before this one made some.
  'DELETE FROM facets WHERE waitlist_id = $1 AND $2::integer > 0',
  `INSERT INTO facets (waitlist_id, id, kind, key, value)
   SELECT $1::uuid, n, 'source', '', 'site' || n FROM generate_series(1, ${SOURCES}) n UNION ALL
   SELECT $1::uuid, ${SOURCES} + 1, 'answer', 'role', 'Designer' UNION ALL
   SELECT $1::uuid, ${SOURCES} + 2, 'answer', 'role', 'Engineer' WHERE $2::integer > 0`,
  `INSERT INTO entry_facets (waitlist_id, facet, seq)
   SELECT $1::uuid, 1 + n % ${SOURCES}, n FROM generate_series(2, $2::integer, 2) n UNION ALL
   SELECT $1::uuid, ${SOURCES} + 1 + n % 2, n FROM generate_series(1, $2::integer) n`,
  `UPDATE entries SET language = CASE seq % 10 WHEN 0 THEN 'de' ELSE 'en' END WHERE waitlist_id = $1 AND seq <= $2::integer`,
  'SELECT recount_facets($1) WHERE $2::integer > 0',
];

const done = new WeakSet<BenchDatabase>();

/**
 * Makes the people of a list as different as those of a real one, once: one in 50 is erased, one in 20 invited, half of those let
 * in, one in 5 referred somebody, every second has a source, and each has an answer and a language. Rows that add signups must
 * come before.
 */
export async function scatter(bench: Bench, database: BenchDatabase, entries: number): Promise<void> {
  if (done.has(database)) return;
  done.add(database);
  bench.log('people are erased, invited, and get sources and answers');
  for (const step of STEPS) await database.pool.query(step, [database.list.id, entries]);
  await database.pool.query('VACUUM ANALYZE');
}
