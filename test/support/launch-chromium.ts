import { existsSync } from 'node:fs';
import type { LaunchOptions } from 'playwright-core';

const usualPlaces = [
  // Without windows: a new page takes it half of the processor's time.
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of Chromium on this machine: `CHROMIUM_PATH`, else one of the usual places, else null. */
export function findChromium(): string | null {
  const named = environment('CHROMIUM_PATH');
  if (named) return named;
  return usualPlaces.find(path => existsSync(path)) ?? null;
}

/** Features to turn off: those that matter from Playwright's own list, which this replaces, and slow invisible ones. */
const DISABLED_FEATURES = [
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'SpareRendererForSitePerProcess',
  // The address bar loads its popups for every page, which takes longer than the page.
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'WebUIOmniboxPopup',
];

/**
 * How tests start Chromium: headless, and without background requests that would distort request counts. Every
 * name under `.test` resolves to this machine.
 */
export function chromiumOptions(...args: string[]): LaunchOptions {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found: install one, or set CHROMIUM_PATH.');
  return {
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${DISABLED_FEATURES}`,
      '--host-resolver-rules=MAP *.test 127.0.0.1',
      ...args,
    ],
  };
}

/** An environment variable of the test run. */
export function environment(name: string): string | undefined {
  // biome-ignore lint/style/noProcessEnv: tests have no settings of their own
  return process.env[name];
}
