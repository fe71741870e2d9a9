import { afterEach, beforeAll, expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import type { Tabs } from './chromium.ts';

/**
 * The page that all tests of a suite use. After each, a test fails whose page threw, wrote an error to the console, or asked
 * another server. Its members are there once the hooks run.
 */
export function shareWatchedPage(browser: Tabs, session: { readonly url: string }): { readonly page: Page } {
  const shared = {} as { page: Page };
  const problems: string[] = [];
  beforeAll(async () => {
    const page = await browser.newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
    page.on('pageerror', error => problems.push(error.message));
    // A policy violation is a console error too.
    page.on('console', message => message.type() === 'error' && problems.push(message.text()));
    page.on('request', request => {
      if (!request.url().startsWith(session.url)) problems.push(`asked ${request.url()}`);
    });
    shared.page = page;
  });
  afterEach(() => expect(problems.splice(0)).toEqual([]));
  return shared;
}
