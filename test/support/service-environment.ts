import { TestEnvironment } from 'jest-environment-node';
import type { Browser } from 'playwright-core';
import { CHROMIUMS_VARIABLE } from './cluster-variable.ts';
import type { StartService } from './server.ts';

/** The Chromium that `web-setup.ts` started for this worker. */
async function connectChromium(): Promise<Browser> {
  const { chromium } = await import('playwright-core');
  // biome-ignore lint/style/noProcessEnv: the only way to pass it here.
  const { [CHROMIUMS_VARIABLE]: endpoints = '', JEST_WORKER_ID = '1' } = process.env;
  return chromium.connect(endpoints.split(',')[Number(JEST_WORKER_ID) - 1] ?? '');
}

/**
 * Jest evaluates every module again for every suite. The service has a thousand modules, and Playwright is large. Here they
 * are loaded by Node, as `npm start` does, once per worker; suites get them through these functions.
 */
export default class ServiceEnvironment extends TestEnvironment {
  readonly #logged: string[] = [];
  readonly #write = process.stderr.write;

  override async setup(): Promise<void> {
    await super.setup();
    process.stderr.write = (chunk: string | Uint8Array, ...rest: never[]): boolean => {
      if (!String(chunk).startsWith('{"level":')) return this.#write.call(process.stderr, chunk, ...rest);
      this.#logged.push(String(chunk));
      return true;
    };
    const startService: StartService = async options =>
      (await import('../../local/service.ts')).startService(options);
    this.global.startService = startService;
    this.global.connectWorkersChromium = connectChromium;
  }

  /** Many tests make the service log errors, so its log is shown only for tests that fail. */
  handleTestEvent({ name, test }: { name: string; test?: { errors: readonly unknown[] } }): void {
    if (name === 'test_start') this.#logged.length = 0;
    if (name === 'test_done' && test?.errors.length) this.#write.call(process.stderr, this.#logged.join(''));
  }

  override async teardown(): Promise<void> {
    process.stderr.write = this.#write;
    await super.teardown();
  }
}
