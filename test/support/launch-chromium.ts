import { existsSync } from 'node:fs';
import type { LaunchOptions } from 'playwright-core';

const usualPlaces = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The Chromium of this machine: the one that `CHROMIUM_PATH` names, else one in the usual places, else null. */
export function findChromium(): string | null {
  const named = environment('CHROMIUM_PATH');
  if (named) return named;
  return usualPlaces.find(path => existsSync(path)) ?? null;
}

/** What Playwright turns off that matters here, since this list replaces its own, and what costs time without being seen. */
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
 * How tests start that Chromium: without a window, and without the calls home that would disturb a count of requests. Every
 * name under `.test` is this machine to it.
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

/** A variable of the environment the tests run in. */
export function environment(name: string): string | undefined {
  // biome-ignore lint/style/noProcessEnv: tests have no settings of their own
  return process.env[name];
}
