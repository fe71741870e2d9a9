import { runChild } from '../child.ts';
import type { LoadDriver } from './load-driver.ts';
import type { LoadResult } from './workload.ts';

/** Generates load with `pg` in a separate Node process, if there is no pgbench. */
export function createNodeDriver(): LoadDriver {
  return {
    name: `pg on Node ${process.versions.node} (pgbench not found)`,
    load: ({ signal, ...job }) =>
      runChild<LoadResult>(new URL('node-driver-process.ts', import.meta.url), job, signal),
  };
}
