import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cleanup } from '../local/cleanup.ts';
import type { Bench, BenchDatabase } from './bench.ts';
import { createDatabase, startServer } from './database.ts';
import type { BenchOptions } from './options.ts';

/** Creates what rows share, passes it to `work`, and cleans up, whether `work` succeeded or not. */
export async function withBench<Result>(
  options: BenchOptions,
  signal: AbortSignal,
  work: (bench: Bench) => Promise<Result>,
): Promise<Result> {
  const cleanup = new Cleanup();
  try {
    const folder = await mkdtemp(join(tmpdir(), 'anteroom-bench-'));
    cleanup.add(() => rm(folder, { recursive: true, force: true }));
    let server: Promise<string> | undefined;
    let database: Promise<BenchDatabase> | undefined;
    const bench: Bench = {
      options,
      signal,
      folder,
      cleanup,
      log: line => process.stderr.write(`${line}\n`),
      server: () => {
        server ??= startServer(bench);
        return server;
      },
      database: () => {
        database ??= createDatabase(bench);
        return database;
      },
    };
    return await work(bench);
  } finally {
    await cleanup.run();
  }
}
