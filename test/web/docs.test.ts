import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { apiOperations } from '../../core/registry.ts';
import { connectChromium, describeWithChromium } from '../support/chromium.ts';
import { type ApiSession, openSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

describeWithChromium('the page /docs', () => {
  // Not localhost, because swagger-ui hides some things there; the server itself answers
  // for this name as a proxy.
  const origin = 'http://anteroom.example';
  let session: ApiSession;
  let browser: Browser;
  beforeAll(async () => {
    [session, browser] = await Promise.all([
      openSession({ environment: { BASE_URL: origin } }),
      connectChromium(),
    ]);
  });
  afterAll(async () => {
    await browser?.close();
    await session?.close();
  });

  it(`renders every operation from our own files${verifies('openapi.docs-page')}`, async () => {
    const context = await browser.newContext({ proxy: { server: session.url } });
    const page = await context.newPage();
    const problems: string[] = [];
    const hosts = new Set<string>();
    page.on('pageerror', error => problems.push(error.message));
    // A policy violation is a console error too.
    page.on('console', message => message.type() === 'error' && problems.push(message.text()));
    page.on('requestfailed', request => problems.push(`failed: ${request.url()}`));
    page.on('request', request => {
      const { protocol, host } = new URL(request.url());
      if (protocol !== 'data:') hosts.add(host);
    });

    await page.goto(`${origin}/docs`);
    await page.getByRole('heading', { name: /Anteroom/ }).waitFor();
    const operations = page.locator('.opblock');
    await operations.nth(apiOperations.length - 1).waitFor();
    const shown = await operations.evaluateAll(blocks =>
      blocks.map(block =>
        ['.opblock-summary-method', '.opblock-summary-path']
          // Zero-width characters allow line breaks in a path.
          .map(part =>
            block
              .querySelector(part)
              ?.textContent?.replace(/\u200b/g, '')
              .trim(),
          )
          .join(' '),
      ),
    );
    expect(shown.sort()).toEqual(apiOperations.map(({ method, path }) => `${method} ${path}`).sort());

    // Open one of them: its parameters are rendered too.
    await page.getByText('/api/v1/waitlists/{id}/entries').click();
    await page.locator('[data-param-name="limit"]').waitFor();
    await page.waitForLoadState('networkidle');
    expect(problems).toEqual([]);
    expect([...hosts]).toEqual([new URL(origin).host]);
    await context.close();
  });
});
