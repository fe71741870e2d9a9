import { expect, it } from '@jest/globals';
import type { BrowserContext } from 'playwright-core';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { sharePageServer } from './page-server.ts';

describeWithChromium('What a visit transfers', () => {
  const browser = shareChromium();
  const server = sharePageServer();

  /**
   * What the server saw of one visit. It is counted here because the browser's network events leave out what the
   * frame's own process requests.
   */
  async function visit(context: BrowserContext, url: string): Promise<{ requests: string[]; bytes: number }> {
    const before = { requests: server.requests.length, bytes: server.bytesSent() };
    const page = await context.newPage();
    await page.goto(url);
    await page.frameLocator('#page').getByLabel('Email').waitFor();
    await page.waitForLoadState('networkidle');
    await page.close();
    // The visit itself is told by a POST.
    const requests = server.requests.slice(before.requests).filter(request => request.startsWith('GET '));
    return { requests, bytes: server.bytesSent() - before.bytes };
  }

  it.each([
    ['without a bot challenge', null],
    ['with one', '1x00000000000000000000AA'],
  ])('is at most 94 KB the first time, and only the HTML the next time, %s', async (_, siteKey) => {
    const challenge = siteKey === null ? null : { siteKey, scriptUrl: server.challengeScript };
    const url = server.publish({ challenge });
    const html = `GET ${new URL(url).pathname}`;
    const context = await browser.newContext();

    const first = await visit(context, url);
    expect(first.bytes).toBeGreaterThan(60_000);
    expect(first.bytes).toBeLessThanOrEqual(94_000);
    // Each file once: a preload that is not used would be a second transfer.
    expect(new Set(first.requests).size).toBe(first.requests.length);

    const second = await visit(context, url);
    expect(second.requests).toEqual([html]);
    expect(second.bytes).toBeLessThanOrEqual(12_000);

    // Other waitlists share the files.
    const other = server.publish({ name: 'Another', challenge });
    expect((await visit(context, other)).requests).toEqual([`GET ${new URL(other).pathname}`]);
    await context.close();
  });
});
