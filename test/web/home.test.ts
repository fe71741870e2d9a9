import { afterEach, beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { violations } from '../support/axe.ts';
import { describeWithChromium, shareChromium, show } from '../support/chromium.ts';
import { openDashboard, PATIENCE_MS, signIn } from '../support/dashboard.ts';
import { shareSession } from '../support/session.ts';

describeWithChromium('The landing page', () => {
  const browser = shareChromium();
  const session = shareSession();
  const problems: string[] = [];
  let page: Page;
  beforeAll(async () => {
    page = await browser.newPage();
    page.on('pageerror', error => problems.push(error.message));
    page.on('console', message => message.type() === 'error' && problems.push(message.text()));
    page.on('request', request => {
      if (!request.url().startsWith(session.url)) problems.push(`asked ${request.url()}`);
    });
  });
  afterEach(() => expect(problems.splice(0)).toEqual([]));

  it.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)('has no axe violations, in any look (%s, %i px)', async (colorScheme, width) => {
    await show(page, session.url, { colorScheme, viewport: { width, height: 800 } });
    for (const look of ['Door', 'Spotlight', 'Gradient', 'Minimal']) {
      await page.getByRole('radio', { name: look }).check();
      await page.getByRole('radio', { name: 'Amber' }).check();
      expect(await violations(page)).toEqual([]);
    }
  });

  it('fits screens of 320 and 1920 px, in our font', async () => {
    await show(page, session.url);
    for (const width of [320, 1920]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate('[...document.fonts].some(({ status }) => status === "loaded")')).toBe(true);
  });

  it('has a demo that one can join, and move up in', async () => {
    await show(page, session.url);
    const demo = page.locator('#demo');
    await demo.getByRole('button', { name: 'Join the waitlist' }).click();
    await demo.getByText('Your place in line 483').waitFor();
    await demo.getByRole('button', { name: 'A friend joins' }).click();
    await demo.getByText('Your place in line 473').waitFor();
    await demo.getByRole('button', { name: 'Start over' }).click();
    await demo.getByLabel('Email').waitFor();
  });

  it(
    'makes the page of the demo once its maker has signed in, and only once',
    async () => {
      const visit = await openDashboard(browser, session.url);
      const { page: tab } = visit;
      await tab.goto(session.url);
      await tab.getByRole('link', { name: 'Keep this page' }).click();
      expect(await tab.evaluate('document.activeElement.id')).toBe('demo-product');
      await tab.getByLabel('What are you launching?').fill(' Zoë’s <b>Tea</b> ');
      await tab.getByText('/w/zoe-s-b-tea-b').waitFor();
      await tab.getByRole('radio', { name: 'Spotlight' }).check();
      await tab.getByRole('radio', { name: 'Amber' }).check();
      await tab.getByRole('link', { name: 'Keep this page' }).click();
      await signIn(tab, session);
      await tab.waitForURL('**/dashboard/waitlists/*/page');
      const design = {
        template: 'spotlight',
        brandColor: '#f2b233',
        tagline: 'Be first in line when it opens.',
      };
      const made = [
        expect.objectContaining({ name: 'Zoë’s <b>Tea</b>', design: expect.objectContaining(design) }),
      ];
      const lists = async () => (await session.api.get('/api/v1/waitlists')).body.waitlists;
      expect(await lists()).toEqual(made);
      await tab.goto(`${session.url}/dashboard/start`);
      await tab.waitForURL(/\/dashboard\/?$/);
      expect(await lists()).toEqual(made);
      expect(visit.problems).toEqual([]);
      await visit.close();
    },
    2 * PATIENCE_MS,
  );

  it('shows a place instead of a form that does nothing where scripts are off', async () => {
    const still = await browser.newPage({ javaScriptEnabled: false });
    await still.goto(session.url);
    await still.locator('#demo').getByText('Your place in line 483').waitFor();
    expect(await still.locator('#demo').getByRole('button').count()).toBe(0);
  });
});
