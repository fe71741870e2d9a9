import { createEntryStore } from '../adapters/postgres/entries/entry-store.ts';
import type { EntryPage } from '../core/entries/entry-store.ts';
import { ENTRY_STATUSES } from '../core/entries/schemas.ts';
import { type BenchDatabase, inTurn, type RunRow, timed } from './bench.ts';
import { openPool } from './database.ts';
import { compare, type Finding, type Target } from './finding.ts';

const LIMIT = 200;
/** Pages per cell. */
const PAGES = 40;
/** A page of everybody, or of those who wait, reads two blocks; one of the few others reads dozens. */
const DENSE: Target = { atMost: 1.5 };
const SPARSE: Target = { atMost: 4 };

/** One in 50 is erased, one in 20 invited, half of those let in, and one in 5 referred somebody. Left as it is: no row follows. */
async function scatter({ pool, list }: BenchDatabase, entries: number): Promise<void> {
  const values = [list.id, entries];
  await pool.query(
    'INSERT INTO erased_entries (waitlist_id, seq) SELECT $1, n FROM generate_series(7, $2::integer, 50) n ON CONFLICT DO NOTHING',
    values,
  );
  await pool.query(
    `INSERT INTO invitations (id, batch_id, waitlist_id, seq, code_hash, state)
     SELECT gen_random_uuid(), gen_random_uuid(), $1, n, sha256(int4send(n)),
            CASE WHEN n % 40 = 1 THEN 'accepted' ELSE 'invited' END FROM generate_series(1, $2::integer, 20) n`,
    values,
  );
  await pool.query(
    `INSERT INTO places (waitlist_id, seq, block, referral_count)
     SELECT $1, n, (n - 1) / 128, 1 + n % 7 FROM generate_series(3, $2::integer, 5) n ON CONFLICT DO NOTHING`,
    values,
  );
  await pool.query('VACUUM ANALYZE');
}

interface List {
  readonly name: string;
  readonly target: Target;
  page(offset: number): Promise<EntryPage>;
}

/** Every filter and order, first and far page, vs the plain first page of the same list. */
export const runLists: RunRow = async bench => {
  const { entries } = bench.options;
  const database = await bench.database();
  bench.log('lists: people are erased and invited');
  await scatter(database, entries);
  const store = createEntryStore(openPool(bench, database.url, 1));
  const query = { accountId: database.list.accountId, waitlistId: database.list.id, limit: LIMIT };
  const lists: List[] = [null, ...ENTRY_STATUSES].flatMap(status =>
    (['joined', 'position'] as const).map(sort => ({
      name: `${status ?? 'everybody'} by ${sort}`,
      target: status === null || status === 'waiting' ? DENSE : SPARSE,
      page: (offset: number) => store.page({ ...query, offset, status, sort }),
    })),
  );
  lists.push({
    name: 'by referrals',
    // Skips by index, and counts them.
    target: { atMost: 200 },
    page: offset => store.pageByReferrals({ ...query, offset }),
  });

  const findings: Finding[] = [];
  const plain = timed(PAGES, async () => {
    await store.page({ ...query, offset: 0, status: null, sort: 'joined' });
  });
  for (const { name, target, page } of lists) {
    bench.log(`lists: ${name}`);
    const { total } = await page(0);
    for (const offset of [0, Math.max(0, total - LIMIT)]) {
      const cell = timed(PAGES, async () => {
        const { length } = (await page(offset)).entries;
        if (length !== Math.min(LIMIT, total)) throw new Error(`A page has ${length} entries`);
      });
      // The first calls prepare statements and warm up the code, equally for both.
      await plain();
      await cell();
      const pairs = await inTurn(bench, { reference: plain, ours: cell });
      const where = `${name}, at ${offset.toLocaleString('en')}`;
      findings.push(compare({ row: 'lists', name: where, unit: 'ms', target }, pairs));
    }
  }
  return findings;
};
