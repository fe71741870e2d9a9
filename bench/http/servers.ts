import type { Bench, BenchDatabase } from '../bench.ts';
import { ask, startChild, stopChild } from '../child.ts';
import { POOL_SIZE, startLocalServer } from './local-server.ts';

export interface BareServerSettings {
  readonly databaseUrl: string;
  readonly poolSize: number;
  /** The waitlist that signups join. */
  readonly waitlistId: string;
  /** The base URL of links in responses. */
  readonly baseUrl: string;
}

/** Starts a server of ours in a process of its own. @returns its port */
export async function startServerProcess(bench: Bench, module: URL, settings: object): Promise<number> {
  const child = startChild(module, bench.signal);
  bench.cleanup.add(() => stopChild(child));
  return (await ask<{ port: number }>(child, settings, bench.signal)).port;
}

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
  const settings: BareServerSettings = {
    databaseUrl: database.url,
    poolSize: POOL_SIZE,
    waitlistId: database.list.id,
    baseUrl: `http://localhost:${ours}`,
  };
  const module = new URL('bare-server-process.ts', import.meta.url);
  return { ours, bare: await startServerProcess(bench, module, settings) };
}

/** The ports of both, started on the first call. */
export function startServers(bench: Bench, database: BenchDatabase): Promise<Servers> {
  const servers = running.get(bench) ?? start(bench, database);
  running.set(bench, servers);
  return servers;
}
