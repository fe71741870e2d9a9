import { type Bench, type BenchDatabase, inTurn, type RunRow } from '../bench.ts';
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
  if (entries > SMALL) findings.push(await runGrowth(bench, { driver, database }));
  return findings.map(finding => ({ ...finding, tool: driver.name }));
};
