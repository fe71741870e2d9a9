import type { Bench } from '../bench.ts';
import type { LoadDriver } from './load-driver.ts';
import { createNodeDriver } from './node-driver.ts';
import { createPgbenchDriver, findPgbench } from './pgbench.ts';

/** pgbench if installed, otherwise Node. */
export async function chooseDriver({ folder }: Bench): Promise<LoadDriver> {
  // biome-ignore lint/style/noProcessEnv: programs are looked up on the PATH.
  const program = await findPgbench(process.env.PATH ?? '');
  return program === undefined ? createNodeDriver() : createPgbenchDriver(program, folder);
}
