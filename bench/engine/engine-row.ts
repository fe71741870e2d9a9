import { type Bench, type BenchDatabase, inTurn, type RunRow, timed } from '../bench.ts';
import { createDatabase } from '../database.ts';
import { refillList } from '../fill.ts';
import { compare, type Finding, measure, type Target } from '../finding.ts';
import { chooseDriver } from './choose-driver.ts';
import { type LoadDriver, manySignups, oneSignup, plainInsert, type Workload } from './workload.ts';

interface EngineCell {
  readonly name: string;
  readonly clients: number;
  readonly workload: Workload;
  readonly target?: Target;
  readonly tailTarget?: Target;
}

const SMALL = 10_000;

function cellsOf({ list, entries }: { list: BenchDatabase['list']; entries: number }): EngineCell[] {
  const one = oneSignup(list.id);
  return [
    { name: '1 client', clients: 1, workload: one },
    { name: '8 clients', clients: 8, workload: one, target: { atLeast: 0.25 } },
    { name: '32 clients', clients: 32, workload: one, target: { atLeast: 0.12 }, tailTarget: { atMost: 60 } },
    {
      name: '8 clients, 30% referred',
      clients: 8,
      workload: oneSignup(list.id, { referred: 30, entries }),
      target: { atLeast: 0.15 },
    },
    { name: '2 clients, 32 to a call', clients: 2, workload: manySignups(list.id, 32) },
    { name: '2 clients, 100 to a call', clients: 2, workload: manySignups(list.id, 100) },
  ];
}

async function runCell(
  bench: Bench,
  { driver, database }: { driver: LoadDriver; database: BenchDatabase },
  { name, clients, workload, target, tailTarget }: EngineCell,
): Promise<Finding[]> {
  bench.log(`engine: ${name}`);
  const load = (side: Workload, connections: number) =>
    driver.load({
      databaseUrl: database.url,
      workload: side,
      clients: connections,
      seconds: bench.options.seconds,
      signal: bench.signal,
    });
  const tails: number[] = [];
  const reference = plainInsert(database.list.id);
  // A batch stands for signups that arrive together, so compare with as many plain clients.
  const referenceClients = workload.signups > 1 ? 32 : clients;
  const pairs = await inTurn(bench, {
    reference: async () => (await load(reference, referenceClients)).signupsPerSecond,
    ours: async () => {
      await database.forgetJobs();
      const { signupsPerSecond, p99 } = await load(workload, clients);
      tails.push(p99);
      return signupsPerSecond;
    },
  });
  const note = workload.signups > 1 ? { note: 'reference: 32 clients, one row each' } : {};
  const findings = [
    compare({ row: 'engine', name, unit: 'signups/s', ...(target && { target }), ...note }, pairs),
  ];
  if (tailTarget) {
    findings.push(measure({ row: 'engine', name: `${name}, p99`, unit: 'ms', target: tailTarget }, tails));
  }
  return findings;
}

/** The cost of a signup on a big waitlist vs a small one, each in its own database, reset for each cell. */
async function runGrowth(
  bench: Bench,
  { driver, database }: { driver: LoadDriver; database: BenchDatabase },
): Promise<Finding> {
  const { seconds, entries } = bench.options;
  bench.log('engine: growth');
  const small = await createDatabase(bench, SMALL);
  const cost = async ({ url, list }: BenchDatabase) => {
    const workload = oneSignup(list.id);
    const load = { databaseUrl: url, workload, clients: 8, seconds, signal: bench.signal };
    return 1e6 / (await driver.load(load)).signupsPerSecond;
  };
  const pairs = await inTurn(bench, {
    reference: async () => {
      await refillList(small.pool, small.list.id, SMALL);
      return cost(small);
    },
    ours: async () => {
      await database.forgetJobs();
      return cost(database);
    },
  });
  const name = `${entries.toLocaleString('en')} vs ${SMALL.toLocaleString('en')} entries, 8 clients`;
  return compare({ row: 'engine', name, unit: 'µs/signup', target: { atMost: 1.3 } }, pairs);
}

/** How often something is read for a median. */
const READS = 300;

/** A reading of a list, some of whose people are gone. */
interface ReadCell {
  readonly name: string;
  /** Makes them gone. Gets the list's id and length. */
  readonly prepare: string;
  readonly read: string;
  /** Of that statement. Positions are spread over the list. */
  readonly values: (listId: string, position: number) => unknown[];
  readonly target: Target;
}

const READ_CELLS: readonly ReadCell[] = [
  {
    name: 'people ahead, one in seven gone',
    prepare: `INSERT INTO erased_entries (waitlist_id, seq) SELECT $1, n FROM generate_series(7, $2::integer, 7) n`,
    read: 'SELECT waiting_ahead($1, $2)',
    values: (listId, position) => [listId, position],
    target: { atMost: 1.5 },
  },
  {
    name: 'the next 100, nine in ten let in',
    prepare: `INSERT INTO people_counts (waitlist_id, sort, level, block, kind, people)
      SELECT $1::uuid, 'position', 0, block, 'accepted', 128 FROM generate_series(0, $2::integer / 128 * 9 / 10 - 1) AS block
      UNION ALL
      SELECT $1::uuid, 'position', 1, block / 128, 'accepted', 128 * count(*)
      FROM generate_series(0, $2::integer / 128 * 9 / 10 - 1) AS block GROUP BY block / 128`,
    read: 'SELECT block FROM waiting_from($1, 0, 100)',
    values: listId => [listId],
    // It looks at up to 127 full blocks more, and at one row for each 16,384 people that are in.
    target: { atMost: 3 },
  },
  {
    name: 'people by status, nine in ten let in',
    prepare: `INSERT INTO people_counts (waitlist_id, sort, level, block, kind, people)
      SELECT $1::uuid, 'joined', 1, block, 'accepted', 14745 FROM generate_series(0, $2::integer / 16384) AS block`,
    read: 'SELECT waiting FROM count_statuses($1)',
    values: listId => [listId],
    // One row for each 16,384 people.
    target: { atMost: 3 },
  },
];

/** Milliseconds of one reading. Leaves nothing behind. */
async function costOfRead(
  { pool, list }: BenchDatabase,
  entries: number,
  { name, prepare, read, values }: ReadCell,
): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(prepare, [list.id, entries]);
    await client.query('ANALYZE erased_entries, people_counts');
    let reads = 0;
    return await timed(READS, async () => {
      // The same places in every run.
      const position = 1 + ((reads++ * 7919) % entries);
      await client.query({ name, text: read, values: values(list.id, position) });
    })();
  } finally {
    await client.query('ROLLBACK');
    // The rows that were rolled back would slow down the next reading.
    await client.query('VACUUM erased_entries, people_counts');
    client.release();
  }
}

/** Readings of a big waitlist vs a small one. */
async function runReads(bench: Bench, database: BenchDatabase): Promise<Finding[]> {
  const { entries } = bench.options;
  const small = await createDatabase(bench, SMALL);
  const findings: Finding[] = [];
  for (const cell of READ_CELLS) {
    bench.log(`engine: ${cell.name}`);
    const pairs = await inTurn(bench, {
      reference: () => costOfRead(small, SMALL, cell),
      ours: () => costOfRead(database, entries, cell),
    });
    const name = `${cell.name}, ${entries.toLocaleString('en')} vs ${SMALL.toLocaleString('en')} entries`;
    findings.push(compare({ row: 'engine', name, unit: 'ms', target: cell.target }, pairs));
  }
  return findings;
}

/** Signups through the SQL procedure vs plain inserts of the same row. */
export const runEngine: RunRow = async bench => {
  const { entries } = bench.options;
  const database = await bench.database();
  const driver = await chooseDriver(bench);
  bench.log(`engine: load by ${driver.name}`);
  const findings: Finding[] = [];
  for (const cell of cellsOf({ list: database.list, entries })) {
    findings.push(...(await runCell(bench, { driver, database }, cell)));
  }
  if (entries > SMALL)
    findings.push(await runGrowth(bench, { driver, database }), ...(await runReads(bench, database)));
  return findings.map(finding => ({ ...finding, tool: driver.name }));
};
