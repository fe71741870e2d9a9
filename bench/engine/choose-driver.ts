import type { Bench } from '../bench.ts';
import { runChild } from '../child.ts';
import { createPgbenchDriver, findPgbench } from './pgbench.ts';
import type { LoadDriver, LoadResult } from './workload.ts';

/** Generates load with `pg` in a separate Node process. */
const nodeDriver: LoadDriver = {
  name: `pg on Node ${process.versions.node} (pgbench not found)`,
  load: ({ signal, ...job }) =>
    runChild<LoadResult>(new URL('node-driver-process.ts', import.meta.url), job, signal),
};

/** pgbench if installed, otherwise Node. */
export async function chooseDriver({ folder }: Bench): Promise<LoadDriver> {
  // biome-ignore lint/style/noProcessEnv: programs are looked up on the PATH.
  const program = await findPgbench(process.env.PATH ?? '');
  return program === undefined ? nodeDriver : createPgbenchDriver(program, folder);
}
