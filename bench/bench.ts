import type pg from 'pg';
import type { Cleanup } from '../local/cleanup.ts';
import type { Finding } from './finding.ts';
import type { BenchOptions } from './options.ts';
import { median } from './statistics.ts';

export interface HotList {
  readonly id: string;
  readonly slug: string;
  readonly accountId: string;
}

/** A migrated database with one big waitlist and a plain reference table to compare it with. */
export interface BenchDatabase {
  readonly url: string;
  readonly list: HotList;
  /** Such as `18.4`. */
  readonly version: string;
  readonly pool: pg.Pool;
  /** Removes leftover jobs, so that no worker runs them during another cell. */
  forgetJobs(): Promise<void>;
}

/** Shared by the rows of one run. */
export interface Bench {
  readonly options: BenchOptions;
  /** Aborted when the run is interrupted; child processes use it. */
  readonly signal: AbortSignal;
  /** A folder that is removed after the run. */
  readonly folder: string;
  /** Stops things in reverse order, however the run ends. */
  readonly cleanup: Cleanup;
  /** The URL of the Postgres under test, started on the first call. */
  server(): Promise<string>;
  /** The migrated database with the hot waitlist of `--entries`, created on the first call. */
  database(): Promise<BenchDatabase>;
  /** Logs progress. */
  log(line: string): void;
}

/** Measures one row of the table. */
export type RunRow = (bench: Bench) => Promise<readonly Finding[]>;

/** One measurement of one side. */
export type Cell = () => Promise<number>;

/** Median milliseconds of several sequential calls. */
export const timed =
  (times: number, call: () => Promise<void>): Cell =>
  async () => {
    const took: number[] = [];
    for (let count = 0; count < times; count++) {
      const startedAt = performance.now();
      await call();
      took.push(performance.now() - startedAt);
    }
    return median(took);
  };

/** Runs two cells alternately, `times` times. */
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
