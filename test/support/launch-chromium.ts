import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

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

/**
 * Starts that Chromium without a window, and without the calls home that would disturb a count of requests. Every name
 * under `.test` is this machine to it.
 */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error('No Chromium found: install one, or set CHROMIUM_PATH.');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--host-resolver-rules=MAP *.test 127.0.0.1',
    ],
  });
}

/** A variable of the environment the tests run in. */
export function environment(name: string): string | undefined {
  // biome-ignore lint/style/noProcessEnv: tests have no settings of their own
  return process.env[name];
}
