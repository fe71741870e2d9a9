import { afterAll, beforeAll } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
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

/** What suites do with a browser. */
export type Tabs = Pick<Browser, 'newContext' | 'newPage'>;

/** The Chromium that all tests of a suite use. What they leave open is closed after the last. */
export function shareChromium(): Tabs {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await connectChromium();
  });
  afterAll(() => browser?.close());
  const connected = (): Browser => {
    if (!browser) throw new Error('Chromium is connected before the tests of a suite, and not yet');
    return browser;
  };
  return {
    newContext: options => connected().newContext(options),
    newPage: options => connected().newPage(options),
  };
}

/** How a page is seen: what can change without opening another. */
export interface Look {
  readonly viewport?: { readonly width: number; readonly height: number };
  readonly colorScheme?: 'light' | 'dark';
}

/** Opens a URL in a page that a suite uses for many tests: a new page takes Chromium longer than most tests. */
export async function show(
  page: Page,
  url: string,
  { viewport = { width: 1280, height: 800 }, colorScheme = 'light' }: Look = {},
): Promise<void> {
  // Nothing of the next document is under the pointer.
  await page.mouse.move(0, 0);
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.setViewportSize(viewport);
  await page.goto(url);
}

/** A suite that needs Chromium; see {@link describeIfFound}. */
export const describeWithChromium = (name: string, suite: () => void): void =>
  describeIfFound(findChromium() !== null, { name, program: 'Chromium' }, suite);
