import globalTeardown from './global-teardown.ts';

/** Runs once after all suites. */
export default async function webTeardown(): Promise<void> {
  await Promise.all((globalThis.testChromiums ?? []).map(server => server.close()));
  await globalTeardown();
}
