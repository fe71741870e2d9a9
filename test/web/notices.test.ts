import { afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { violationsIn, violationsInSchemes } from '../support/axe.ts';
import { describeWithChromium, shareChromium, show } from '../support/chromium.ts';
import { eventually } from '../support/eventually.ts';
import { shareSession } from '../support/session.ts';

describeWithChromium('Pages beside the product', () => {
  const browser = shareChromium();
  const session = shareSession();
  const problems: string[] = [];
  let page: Page;
  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Launch', slug: 'launch' });
    await session.visitor.post('/w/launch/signups', { email: 'ada@example.com' });
    await eventually(async () => expect(await session.mail()).toHaveLength(1));
    page = await browser.newPage();
    page.on('console', message => {
      if (message.type() === 'error' && !message.text().includes('the server responded'))
        problems.push(message.text());
    });
  });
  afterEach(() => expect(problems.splice(0)).toEqual([]));

  const visit = (path: string) => show(page, session.url + path, { viewport: { width: 390, height: 844 } });
  const card = (selector: string) =>
    page.locator(selector).evaluate(element => {
      const { borderRadius, borderTopWidth } = getComputedStyle(element);
      return [borderRadius, borderTopWidth];
    });

  it.each([
    ['/w/nope', 'Waitlist not found', '.missing-card'],
    ['/s/nope', 'This link isn’t valid', '.missing-card'],
    ['/c/nope', 'This link isn’t valid', '.missing-card'],
    ['/nothing-here', 'Page not found', 'main'],
  ])('%s is a card with a closed door', async (path, heading, selector) => {
    await visit(path);
    await page.getByRole('heading', { name: heading }).waitFor();
    expect(await page.locator(`${selector} svg.door`).count()).toBe(1);
    expect(await card(selector)).toEqual(['18px', '1px']);
    expect(await violationsInSchemes(page)).toEqual([]);
  });

  it('sign-in carries the mark, which leads home', async () => {
    await visit('/sign-in');
    const home = page.getByRole('link', { name: 'Anteroom' });
    expect(await home.getAttribute('href')).toBe('/');
    expect(await home.locator('svg.logo').count()).toBe(1);
    expect(await violationsInSchemes(page)).toEqual([]);
  });

  it('the mail of the local run opens on the newest message, and a phone can go back', async () => {
    await visit('/_local/mail');
    await page.getByRole('article').getByText('ada@example.com').waitFor();
    await page.getByText('Auto-Submitted').waitFor();
    expect(await page.getByRole('list').isVisible()).toBe(false);
    // Not in the message itself.
    const find = (tab: Page) => violationsIn(tab.mainFrame());
    expect(await violationsInSchemes(page, { find })).toEqual([]);
    await page.getByRole('link', { name: 'All messages' }).click();
    await page.getByRole('list').waitFor();
    expect(await violationsInSchemes(page, { find })).toEqual([]);
  });
});
