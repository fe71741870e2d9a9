import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLUSTER_VARIABLE } from './cluster-variable.ts';
import { startTestCluster, type TestCluster } from './test-cluster.ts';

declare global {
  var testCluster: TestCluster | undefined;
}

/** Runs once before the suites that need a database; the workers inherit the environment. */
export default async function globalSetup(): Promise<void> {
  if (globalThis.testCluster) return;
  globalThis.testCluster = await startTestCluster();
  const { env } = process;
  env[CLUSTER_VARIABLE] = globalThis.testCluster.url;
  // Every worker, and every process that a test starts, compiles the same files.
  env.NODE_COMPILE_CACHE ??= join(tmpdir(), 'anteroom-compile-cache');
}
