import type { Bench } from '../bench.ts';
import { createNodeDriver } from './node-driver.ts';
import { createPgbenchDriver, findPgbench } from './pgbench.ts';
import type { LoadResult, Workload } from './workload.ts';

export interface Load {
  readonly databaseUrl: string;
  readonly workload: Workload;
  readonly clients: number;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** Sends a workload from several connections at a time, as fast as they are answered. */
export interface LoadDriver {
  /** Shown beside the figures. */
  readonly name: string;
  load(load: Load): Promise<LoadResult>;
}

/** pgbench where there is one, else Node. */
export async function chooseDriver({ folder }: Bench): Promise<LoadDriver> {
  // biome-ignore lint/style/noProcessEnv: a program is looked for where the shell would look.
  const program = await findPgbench(process.env.PATH ?? '');
  return program === undefined ? createNodeDriver() : createPgbenchDriver(program, folder);
}
