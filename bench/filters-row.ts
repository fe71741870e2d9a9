import { createEntryStore } from '../adapters/postgres/entries/entry-store.ts';
import { createStatisticsStore } from '../adapters/postgres/entries/statistics-store.ts';
import type { EntryFilter, EntrySort } from '../core/entries/entry-store.ts';
import { type Bench, type BenchDatabase, inTurn, type RunRow, timed } from './bench.ts';
import { createDatabase, openPool } from './database.ts';
import { compare, type Finding, measureLeast } from './finding.ts';
import { scatter } from './scatter.ts';

const LIMIT = 200;
const SMALL = 10_000;
/** Calls per cell. */
const PAGES = 3;
const READS = 40;
/** Section 11: a page of whatever is asked for. */
const LIMIT_MS = 2_000;

interface Filtered extends EntryFilter {
  readonly name: string;
  readonly sort?: EntrySort;
}

const FILTERS: readonly Filtered[] = [
  { name: 'part of an email', contact: { part: '7@bench', answers: [], outside: [] } },
  { name: 'nobody has it', contact: { part: 'no such text', answers: [], outside: [] } },
  { name: 'one source', sources: ['site3'] },
  { name: 'a friend, or nothing known', sources: ['friend', 'direct'] },
  { name: 'a language', language: 'de' },
  { name: 'an answer', answers: [{ key: 'role', value: 'Designer' }] },
  { name: '5 referrals or more', minReferrals: 5 },
  { name: '5 referrals or more, by referrals', minReferrals: 5, sort: 'referrals' },
  { name: 'a day', joinedAfter: new Date(Date.now() - 86_400_000) },
  {
    name: 'all of these, who wait, by place',
    status: 'waiting',
    contact: { part: '@bench', answers: [], outside: [] },
    sources: ['site1', 'site11'],
    language: 'de',
    answers: [{ key: 'role', value: 'Engineer' }],
    minReferrals: 1,
    joinedAfter: new Date(0),
    sort: 'position',
  },
];

/** First and last page of people who match, next to the plain first page. */
async function runPages(bench: Bench, database: BenchDatabase): Promise<Finding[]> {
  const store = createEntryStore(openPool(bench, database.url, 1));
  const query = { accountId: database.list.accountId, waitlistId: database.list.id, limit: LIMIT };
  const plain = timed(PAGES, async () => {
    await store.page({ ...query, offset: 0, sort: 'joined' });
  });
  const findings: Finding[] = [];
  for (const { name, sort = 'joined', ...filter } of FILTERS) {
    bench.log(`filters: ${name}`);
    const { total } = await store.page({ ...query, ...filter, sort, offset: 0 });
    for (const offset of new Set([0, Math.max(0, total - LIMIT)])) {
      const ours = timed(PAGES, async () => {
        await store.page({ ...query, ...filter, sort, offset });
      });
      const where = `${name}: ${total.toLocaleString('en')}, at ${offset.toLocaleString('en')}`;
      findings.push(
        measureLeast(
          { row: 'filters', name: where, unit: 'ms', target: { atMost: LIMIT_MS } },
          await inTurn(bench, { reference: plain, ours }),
        ),
      );
    }
  }
  return findings;
}

/** The statistics of a big list next to those of a small one. */
async function runStatistics(bench: Bench, database: BenchDatabase): Promise<Finding> {
  bench.log('filters: statistics');
  const small = await createDatabase(bench, SMALL);
  await scatter(bench, small, SMALL);
  const cell = ({ url, list }: BenchDatabase) => {
    const store = createStatisticsStore(openPool(bench, url, 1));
    return timed(READS, async () => {
      await store.statistics(list.id, 30);
      await store.facets(list.id);
    });
  };
  const pairs = await inTurn(bench, { reference: cell(small), ours: cell(database) });
  return compare(
    { row: 'filters', name: 'statistics, vs 10,000', unit: 'ms', target: { atMost: 1.5 } },
    pairs,
  );
}

/** What the Signups screen and the overview ask for. */
export const runFilters: RunRow = async bench => {
  const database = await bench.database();
  await scatter(bench, database, bench.options.entries);
  return [...(await runPages(bench, database)), await runStatistics(bench, database)];
};
