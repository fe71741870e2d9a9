import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { violations } from '../support/axe.ts';
import { connectChromium, describeWithChromium } from '../support/chromium.ts';
import { startTestServer, type TestServer } from '../support/server.ts';

describeWithChromium('The landing page', () => {
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), connectChromium()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function visit(options: BrowserContextOptions): Promise<{ page: Page; problems: string[] }> {
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', error => problems.push(error.message));
    page.on('console', message => message.type() === 'error' && problems.push(message.text()));
    page.on('request', request => {
      if (!request.url().startsWith(server.url)) problems.push(`asked ${request.url()}`);
    });
    await page.goto(server.url);
    return { page, problems };
  }

  it.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)('has no axe violations, in any look (%s, %i px)', async (colorScheme, width) => {
    const { page, problems } = await visit({ colorScheme, viewport: { width, height: 800 } });
    for (const look of ['Door', 'Spotlight', 'Minimal']) {
      await page.getByRole('radio', { name: look }).check();
      await page.getByRole('radio', { name: 'Amber' }).check();
      expect(await violations(page)).toEqual([]);
    }
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it.each([320, 1920])('fits a screen of %i px', async width => {
    const { page } = await visit({ viewport: { width, height: 800 } });
    const wide = await page.evaluate<number>('document.documentElement.scrollWidth');
    expect(wide).toBeLessThanOrEqual(width);
    await page.context().close();
  });

  it('is set in our font', async () => {
    const { page, problems } = await visit({});
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate('[...document.fonts].some(({ status }) => status === "loaded")')).toBe(true);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('has a demo that one can join, and move up in', async () => {
    const { page, problems } = await visit({});
    const demo = page.locator('#demo');
    await demo.getByRole('button', { name: 'Join the waitlist' }).click();
    await demo.getByText('Your place in line 483').waitFor();
    await demo.getByRole('button', { name: 'A friend joins' }).click();
    await demo.getByText('Your place in line 473').waitFor();
    await demo.getByRole('button', { name: 'Start over' }).click();
    await demo.getByLabel('Email').waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows a place instead of a form that does nothing where scripts are off', async () => {
    const { page } = await visit({ javaScriptEnabled: false });
    await page.locator('#demo').getByText('Your place in line 483').waitFor();
    expect(await page.locator('#demo').getByRole('button').count()).toBe(0);
    await page.context().close();
  });
});
