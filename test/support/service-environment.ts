import { TestEnvironment } from 'jest-environment-node';
import type { Browser } from 'playwright-core';
import { CHROMIUMS_VARIABLE } from './cluster-variable.ts';
import type { StartService } from './server.ts';

/** The Chromium that `web-setup.ts` started for this worker. */
async function connectChromium(): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  // biome-ignore lint/style/noProcessEnv: the one way from there to here.
  const { [CHROMIUMS_VARIABLE]: endpoints = '', JEST_WORKER_ID = '1' } = process.env;
  return chromium.connect(endpoints.split(',')[Number(JEST_WORKER_ID) - 1] ?? '');
}

/**
 * Jest evaluates every module anew for every suite, and the service is a thousand of them, Playwright a large one. Here they
 * are loaded by Node, as `npm start` loads the service, and once for each worker of a run; suites get them by these functions.
 */
export default class ServiceEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    const startService: StartService = async options =>
      (await import('../../local/service.ts')).startService(options);
    this.global.startService = startService;
    this.global.connectWorkersChromium = connectChromium;
  }
}
