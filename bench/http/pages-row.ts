import { createEntryStore } from '../../adapters/postgres/entries/entry-store.ts';
import { type Bench, type BenchDatabase, inTurn, type RunRow, timed } from '../bench.ts';
import { makeKey, openPool } from '../database.ts';
import { compare, type Finding, type Target } from '../finding.ts';
import { startServers } from './servers.ts';

const TARGET: Target = { atMost: 1.5 };
const LIMIT = 200;
/** Pages per cell: both cells of a pair stay below the 120 requests per minute of an account. */
const PAGES = 40;
/** Referrals among the oldest entries, so that the far page contains entries that moved. */
const MOVED = 500;

async function moveSome({ pool, list }: BenchDatabase, entries: number): Promise<void> {
  await pool.query(
    `SELECT credit_referral($1, (1 + floor(random() * least($2::integer, 5000)))::integer, NULL, 10, false)
     FROM generate_series(1, $3::integer)`,
    [list.id, entries, MOVED],
  );
  await pool.query('VACUUM ANALYZE places, place_blocks');
}

interface PageSource {
  readonly name: string;
  /** Reads the page at an offset; throws unless it is full. */
  read(offset: number): Promise<void>;
}

function expectFullPage(length: number): void {
  if (length !== LIMIT) throw new Error(`A page has ${length} entries instead of ${LIMIT}`);
}

async function httpSource(bench: Bench, database: BenchDatabase): Promise<PageSource> {
  const { ours } = await startServers(bench, database);
  const headers = { authorization: `Bearer ${await makeKey(database, 'entries:read')}` };
  const path = `http://127.0.0.1:${ours}/api/v1/waitlists/${database.list.id}/entries`;
  return {
    name: 'over HTTP',
    async read(offset) {
      const response = await fetch(`${path}?limit=${LIMIT}&offset=${offset}`, {
        headers,
        signal: bench.signal,
      });
      if (response.status !== 200) throw new Error(`A page returned ${response.status}`);
      expectFullPage(((await response.json()) as { entries: unknown[] }).entries.length);
    },
  };
}

/** The store's statement alone, on one connection. */
function sqlSource(bench: Bench, { url, list }: BenchDatabase): PageSource {
  const store = createEntryStore(openPool(bench, url, 1));
  return {
    name: 'SQL alone',
    async read(offset) {
      const page = await store.page({
        accountId: list.accountId,
        waitlistId: list.id,
        limit: LIMIT,
        offset,
        status: null,
        sort: 'joined',
      });
      expectFullPage(page?.entries.length ?? 0);
    },
  };
}

/** A page of entries near the end of the waitlist vs the first one. */
export const runPages: RunRow = async bench => {
  const { entries } = bench.options;
  const database = await bench.database();
  await moveSome(database, entries);
  const { rows } = await database.pool.query<{ total: number }>(
    'SELECT max(seq) AS total FROM entries WHERE waitlist_id = $1',
    [database.list.id],
  );
  const far = (rows[0]?.total ?? 0) - 2 * LIMIT;

  const findings: Finding[] = [];
  for (const source of [sqlSource(bench, database), await httpSource(bench, database)]) {
    bench.log(`pages: ${source.name}`);
    const cell = (offset: number) => timed(PAGES, () => source.read(offset));
    // The first calls prepare statements and warm up the code, equally for both.
    await cell(0)();
    await cell(far)();
    const pairs = await inTurn(bench, {
      reference: async () => {
        await database.pool.query('TRUNCATE rate_windows');
        return cell(0)();
      },
      ours: cell(far),
    });
    const name = `${LIMIT} entries at ${far.toLocaleString('en')} vs at 0, ${source.name}`;
    findings.push(compare({ row: 'pages', name, unit: 'ms', target: TARGET }, pairs));
  }
  return findings;
};
