import type pg from 'pg';
import type { Cleanup } from '../local/cleanup.ts';
import type { Finding } from './finding.ts';
import type { BenchOptions } from './options.ts';

export interface HotList {
  readonly id: string;
  readonly slug: string;
  readonly accountId: string;
}

/** A migrated database with one big waitlist, and beside it the plain table that it is compared with. */
export interface BenchDatabase {
  readonly url: string;
  readonly list: HotList;
  /** `18.4`, as the server says. */
  readonly version: string;
  readonly pool: pg.Pool;
  /** Forgets the jobs that signups left, so that no worker does them in the time of another cell. */
  forgetJobs(): Promise<void>;
}

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
