import type { Bench, BenchDatabase } from '../bench.ts';
import { startBareServer } from './bare-server.ts';
import { POOL_SIZE, startLocalServer } from './local-server.ts';

/** The two servers to compare, on one database. */
export interface Servers {
  readonly ours: number;
  readonly bare: number;
}

const running = new WeakMap<Bench, Promise<Servers>>();

async function start(bench: Bench, database: BenchDatabase): Promise<Servers> {
  // Leftover jobs of other rows would keep the worker busy for minutes.
  await database.forgetJobs();
  const ours = await startLocalServer(bench, database.url);
  const bare = await startBareServer(bench, {
    databaseUrl: database.url,
    poolSize: POOL_SIZE,
    waitlistId: database.list.id,
    baseUrl: `http://localhost:${ours}`,
  });
  return { ours, bare };
}

/** The ports of both, started on the first call. */
export function startServers(bench: Bench, database: BenchDatabase): Promise<Servers> {
  const servers = running.get(bench) ?? start(bench, database);
  running.set(bench, servers);
  return servers;
}
