import { type BrowserServer, chromium } from 'playwright-core';
import { CHROMIUMS_VARIABLE } from './cluster-variable.ts';
import globalSetup from './global-setup.ts';
import { chromiumOptions, findChromium } from './launch-chromium.ts';

declare global {
  var testChromiums: readonly BrowserServer[] | undefined;
}

/** Runs once before the suites that need a browser: a Postgres, and a Chromium for each worker, which it uses for all of them. */
export default async function webSetup({ maxWorkers }: { readonly maxWorkers: number }): Promise<void> {
  await globalSetup();
  if (!findChromium()) return;
  const launches = Array.from({ length: maxWorkers }, () => chromium.launchServer(chromiumOptions()));
  globalThis.testChromiums = await Promise.all(launches);
  const endpoints = globalThis.testChromiums.map(server => server.wsEndpoint());
  // biome-ignore lint/style/noProcessEnv: workers inherit it.
  process.env[CHROMIUMS_VARIABLE] = endpoints.join();
}
