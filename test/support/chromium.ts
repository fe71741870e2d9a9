import { describe, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { environment, findChromium } from './launch-chromium.ts';

declare global {
  /** Set by service-environment.ts. */
  var connectWorkersChromium: (() => Promise<Browser>) | undefined;
}

/** The Chromium of this worker. Closing it closes what this suite opened, but keeps it running for the next. */
export async function connectChromium(): Promise<Browser> {
  const { connectWorkersChromium } = globalThis;
  if (!connectWorkersChromium)
    throw new Error('No Chromium: the jest project of this test lacks web-setup.ts (jest.config.js)');
  return connectWorkersChromium();
}

/**
 * A suite that needs a browser. Without one it is reported as skipped, so that `npm test` passes on a fresh machine; if
 * `CI` is set, it fails instead, so that a missing browser is noticed.
 */
export function describeWithChromium(name: string, suite: () => void): void {
  if (findChromium()) {
    describe(name, suite);
  } else if (environment('CI')) {
    it(`${name}: needs a Chromium`, () => {
      throw new Error('CI is set and no Chromium was found.');
    });
  } else {
    describe.skip(`${name} (no Chromium found)`, suite);
  }
}
