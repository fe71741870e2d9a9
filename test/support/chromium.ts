import type { Browser } from 'playwright-core';
import { describeIfFound } from './describe-if-found.ts';
import { findChromium } from './launch-chromium.ts';

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

/** A suite that needs Chromium; see {@link describeIfFound}. */
export const describeWithChromium = (name: string, suite: () => void): void =>
  describeIfFound(findChromium() !== null, { name, program: 'Chromium' }, suite);
