import { runChild } from '../child.ts';
import type { LoadDriver } from './load-driver.ts';
import type { LoadResult } from './workload.ts';

/** Load made by a Node process of its own with `pg`, where there is no pgbench. */
export function createNodeDriver(): LoadDriver {
  return {
    name: `pg on Node ${process.versions.node} (no pgbench was found)`,
    load: ({ signal, ...job }) =>
      runChild<LoadResult>(new URL('node-driver-process.ts', import.meta.url), job, signal),
  };
}
