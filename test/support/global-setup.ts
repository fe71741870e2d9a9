import { CLUSTER_VARIABLE } from './cluster-variable.ts';
import { startTestCluster, type TestCluster } from './test-cluster.ts';

declare global {
  var testCluster: TestCluster | undefined;
}

/** Runs once before the suites that need a database; the workers inherit the environment. */
export default async function globalSetup(): Promise<void> {
  if (globalThis.testCluster) return;
  globalThis.testCluster = await startTestCluster();
  // biome-ignore lint/style/noProcessEnv: the one thing that jest hands from here to its workers.
  process.env[CLUSTER_VARIABLE] = globalThis.testCluster.url;
}
