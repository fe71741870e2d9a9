import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type Bench, type BenchDatabase, inTurn, type RunRow, timed } from '../bench.ts';
import { compare, type Finding, measure } from '../finding.ts';
import { type AttachedList, makeAttachedList } from './attached-list.ts';
import { loadHttp } from './http-load.ts';
import { startServers } from './servers.ts';

const CONNECTIONS = 32;
const LIMIT = 200;
/** Both cells of a pair stay below an account's 120 requests per minute. */
const PAGES = 20;
const DRAIN_MS = 120_000;

/** Entries per second that the worker delivers to the account's database while nobody signs up. */
async function drain(bench: Bench, lists: AttachedList, join: () => Promise<unknown>): Promise<number> {
  // Wakes the worker.
  await join();
  const before = await lists.waiting();
  const startedAt = performance.now();
  let waiting = before;
  while (waiting > 0) {
    bench.signal.throwIfAborted();
    if (performance.now() - startedAt > DRAIN_MS) throw new Error(`${waiting} signups are still waiting`);
    await delay(20);
    waiting = await lists.waiting();
  }
  return (before / (performance.now() - startedAt)) * 1000;
}

async function pages(
  bench: Bench,
  database: BenchDatabase,
  lists: AttachedList,
  port: number,
): Promise<Finding> {
  const read = async (slug: string): Promise<void> => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/waitlists/${slug}/entries?limit=${LIMIT}`, {
      headers: { authorization: `Bearer ${lists.key}` },
      signal: bench.signal,
    });
    const { entries } = (await response.json()) as { entries: unknown[] };
    if (entries.length !== LIMIT) throw new Error(`A page has ${entries.length} entries`);
  };
  const cell = (slug: string) => async () => {
    await database.pool.query('TRUNCATE rate_windows');
    return timed(PAGES, () => read(slug))();
  };
  await cell(lists.internal)();
  await cell(lists.attached)();
  const pairs = await inTurn(bench, { reference: cell(lists.internal), ours: cell(lists.attached) });
  const name = `${LIMIT} entries read from an attached Postgres vs ${LIMIT} stored here`;
  return compare(
    { row: 'database', name, unit: 'ms', note: 'each page opens its own connection to that Postgres' },
    pairs,
  );
}

/** A waitlist with an attached Postgres vs one that stores its signups here, on the same server. */
export const runDatabase: RunRow = async bench => {
  const { seconds } = bench.options;
  const database = await bench.database();
  const { ours: port } = await startServers(bench, database);
  const lists = await makeAttachedList(bench, database, port);
  const load = async (slug: string, length = seconds, connections = CONNECTIONS) => {
    const source = { kind: 'signups', slug, cell: randomBytes(6).toString('hex') } as const;
    return (await loadHttp({ port, connections, seconds: length, source, expected: 201 }, bench.signal)).rate;
  };
  const cell = (slug: string) => async () => {
    const rate = await load(slug);
    // Clear leftover emails and deliveries, so that they do not run during the next cell.
    await database.forgetJobs();
    return rate;
  };

  bench.log(`database: ${CONNECTIONS} connections`);
  for (const slug of [lists.internal, lists.attached]) await load(slug, Math.min(seconds, 2));
  await database.forgetJobs();
  const pairs = await inTurn(bench, { reference: cell(lists.internal), ours: cell(lists.attached) });
  const name = `POST signups with an attached Postgres vs signups stored here, ${CONNECTIONS} connections`;
  const signups = compare({ row: 'database', name, unit: 'signups/s', target: { atLeast: 0.5 } }, pairs);

  bench.log('database: delivery');
  await database.forgetJobs();
  const rate = await drain(bench, lists, () => load(lists.attached, 0.2, 1));
  const delivery = measure({ row: 'database', name: 'delivery to an attached Postgres', unit: 'signups/s' }, [
    rate,
  ]);

  bench.log('database: pages');
  await database.forgetJobs();
  await lists.eraseDelivered();
  return [signups, delivery, await pages(bench, database, lists, port)];
};
