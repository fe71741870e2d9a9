import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { violations, violationsIn } from '../support/axe.ts';
import { connectChromium, describeWithChromium } from '../support/chromium.ts';
import { eventually } from '../support/eventually.ts';
import { type ApiSession, openSession } from '../support/session.ts';

const schemes = ['light', 'dark'] as const;

describeWithChromium('Pages beside the product', () => {
  let session: ApiSession;
  let browser: Browser;
  beforeAll(async () => {
    [session, browser] = await Promise.all([openSession(), connectChromium()]);
    await session.api.post('/api/v1/waitlists', { name: 'Launch', slug: 'launch' });
    await session.visitor.post('/w/launch/signups', { email: 'ada@example.com' });
    await eventually(async () => expect(await session.mail()).toHaveLength(1));
  });
  afterAll(async () => {
    await browser?.close();
    await session?.close();
  });

  async function visit(
    path: string,
    colorScheme: 'light' | 'dark',
  ): Promise<{ page: Page; problems: string[] }> {
    const context = await browser.newContext({ colorScheme, viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('console', message => {
      if (message.type() === 'error' && !message.text().includes('the server responded'))
        problems.push(message.text());
    });
    await page.goto(session.url + path);
    return { page, problems };
  }

  const card = (page: Page, selector: string) =>
    page.locator(selector).evaluate(element => {
      const { borderRadius, borderTopWidth } = getComputedStyle(element);
      return [borderRadius, borderTopWidth];
    });

  it.each(
    schemes.flatMap(scheme =>
      [
        ['/w/nope', 'Waitlist not found', '.missing-card'],
        ['/s/nope', 'This link isn’t valid', '.missing-card'],
        ['/c/nope', 'This link isn’t valid', '.missing-card'],
        ['/nothing-here', 'Page not found', 'main'],
      ].map(([path = '', heading = '', selector = '']) => ({ scheme, path, heading, selector })),
    ),
  )('$path is a card with a closed door ($scheme)', async ({ scheme, path, heading, selector }) => {
    const { page, problems } = await visit(path, scheme);
    await page.getByRole('heading', { name: heading }).waitFor();
    expect(await page.locator(`${selector} svg.door`).count()).toBe(1);
    expect(await card(page, selector)).toEqual(['18px', '1px']);
    expect(await violations(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it.each(schemes)('sign-in carries the mark, which leads home (%s)', async scheme => {
    const { page, problems } = await visit('/sign-in', scheme);
    const home = page.getByRole('link', { name: 'Anteroom' });
    expect(await home.getAttribute('href')).toBe('/');
    expect(await home.locator('svg.logo').count()).toBe(1);
    expect(await violations(page)).toEqual([]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it.each(schemes)(
    'the mail of the local run opens on the newest message, and a phone can go back (%s)',
    async scheme => {
      const { page, problems } = await visit('/_local/mail', scheme);
      await page.getByRole('article').getByText('ada@example.com').waitFor();
      await page.getByText('Auto-Submitted').waitFor();
      expect(await page.getByRole('list').isVisible()).toBe(false);
      expect(await violationsIn(page.mainFrame())).toEqual([]);
      await page.getByRole('link', { name: 'All messages' }).click();
      await page.getByRole('list').waitFor();
      expect(await violationsIn(page.mainFrame())).toEqual([]);
      expect(problems).toEqual([]);
      await page.context().close();
    },
  );
});
