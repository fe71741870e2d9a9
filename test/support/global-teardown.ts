/** Runs once after all suites. */
export default async function globalTeardown(): Promise<void> {
  await globalThis.testCluster?.stop();
  globalThis.testCluster = undefined;
}
