import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Cleanup } from '../local/cleanup.ts';
import { type BenchDatabase, createDatabase, startServer } from './database.ts';
import type { Finding } from './finding.ts';
import type { BenchOptions } from './options.ts';

/** What the rows of one run share. */
export interface Bench {
  readonly options: BenchOptions;
  /** Aborted when the run is interrupted; every child process is started under it. */
  readonly signal: AbortSignal;
  /** A folder that is gone after the run. */
  readonly folder: string;
  /** Stops things, the latest first, however the run ends. */
  readonly cleanup: Cleanup;
  /** The url of the Postgres that everything is measured on, started when it is first asked for. */
  server(): Promise<string>;
  /** The migrated database with the hot waitlist of `--entries`, made when it is first asked for. */
  database(): Promise<BenchDatabase>;
  /** Says what is going on, to people. */
  log(line: string): void;
}

/** Measures one row of the table. */
export type RunRow = (bench: Bench) => Promise<readonly Finding[]>;

/** Makes what rows share, hands it to `work`, and takes everything away again, whether `work` succeeded or not. */
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

/** One measurement of one side. */
export type Cell = () => Promise<number>;

/** Runs two cells in turn, `times` times. */
export async function inTurn(
  { options, signal }: Bench,
  cells: { readonly reference: Cell; readonly ours: Cell },
  times = options.repeat,
): Promise<{ reference: number; ours: number }[]> {
  const pairs = [];
  for (let turn = 0; turn < times; turn++) {
    signal.throwIfAborted();
    const reference = await cells.reference();
    signal.throwIfAborted();
    pairs.push({ reference, ours: await cells.ours() });
  }
  return pairs;
}
