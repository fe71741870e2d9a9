import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { guides } from '../../core/agents/guides.ts';
import { violations } from '../support/axe.ts';
import { describeWithChromium, shareChromium, show } from '../support/chromium.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';
import { shareWatchedPage } from '../support/watched-page.ts';

const PHONE = { width: 390, height: 844 };

/** What is wider than the screen, and not in a box that scrolls. The body cuts it off, so that the page never scrolls sideways. */
const STICKING_OUT = `
  const isInBox = ({ parentElement: box }) =>
    box !== null && box !== document.body && (getComputedStyle(box).overflowX !== 'visible' || isInBox(box));
  [...document.body.querySelectorAll('*')]
    .filter(element => element.getBoundingClientRect().right > innerWidth + 0.5 && !isInBox(element))
    .map(({ outerHTML }) => outerHTML.slice(0, 80))`;

describeWithChromium('A guide', () => {
  const browser = shareChromium();
  const session = shareSession();
  const watched = shareWatchedPage(browser, session);
  let page: Page;
  beforeAll(async () => {
    page = watched.page;
  });

  const open = (path: string, look = {}) => show(page, session.url + path, look);
  const field = () => page.getByRole('combobox', { name: 'Search the docs' });
  const options = () => page.getByRole('option');

  it.each([
    ['/docs/page-code', 'light', 1280],
    ['/docs/webhooks', 'dark', 390],
    ['/changelog', 'light', 390],
  ] as const)(
    '%s has no axe violations (%s, %i px), with results either',
    async (path, colorScheme, width) => {
      await open(path, { colorScheme, viewport: { width, height: 844 } });
      expect(await violations(page)).toEqual([]);
      await field().fill('webhook');
      await options().first().waitFor();
      expect(await violations(page)).toEqual([]);
      await field().fill('xyzzy');
      await page.getByText('Nothing found.').waitFor();
      expect(await violations(page)).toEqual([]);
    },
  );

  it('fits screens of 320 and 1920 px', async () => {
    for (const { name } of guides) {
      await open(`/docs/${name}`);
      for (const width of [320, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        expect([name, await page.evaluate(STICKING_OUT)]).toEqual([name, []]);
      }
    }
  });

  it('shows its parts, its pictures, and code to copy', async () => {
    await open('/docs/page-code');
    await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Rules' }).click();
    await page.waitForURL('**/docs/page-code#rules');
    const picture = page.getByRole('img', { name: 'The page editor with its live preview' });
    await picture.scrollIntoViewIfNeeded();
    const isLoaded = '[...document.images].every(image => image.complete && image.naturalWidth > 0)';
    await page.waitForFunction(isLoaded);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain(
      'function GeneratedWaitlist(props) {',
    );
    await page.getByRole('link', { name: 'Next Images' }).click();
    await page.getByRole('heading', { level: 1, name: 'Images' }).waitFor();
  });

  it(`is found by keyboard alone${verifies('docs.search')}`, async () => {
    await open('/docs');
    await page.keyboard.press('/');
    await page.keyboard.type('redeem a code');
    await options().first().waitFor();
    const chosen = () => page.locator('[role="option"][aria-selected="true"]').innerText();
    const first = await chosen();
    await page.keyboard.press('ArrowDown');
    expect(await chosen()).not.toBe(first);
    await page.keyboard.press('ArrowUp');
    expect(await chosen()).toBe(first);
    expect(first).toMatch(/^Redeem a code/i);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/docs/inviting#redeem-a-code');

    // Going to a part of a page takes the focus from the field.
    await open('/docs/webhooks');
    await page.keyboard.press('/');
    await page.keyboard.type('cname');
    await options().first().waitFor();
    await page.keyboard.press('Escape');
    await options().first().waitFor({ state: 'hidden' });
    expect(await field().inputValue()).toBe('cname');
  });

  it(`is found on a phone, with typos, as are operations and events${verifies('docs.search')}`, async () => {
    await open('/docs/start-here', { viewport: PHONE });
    for (const [typed, found] of [
      ['anouncements', 'Announcements'],
      ['list_entries', 'Read the signups of a waitlist'],
      ['entry.referred', 'A referral was credited'],
      ['Deprecation', 'How we remove something'],
    ] as const) {
      await field().fill(typed);
      await options().filter({ hasText: found }).first().waitFor();
    }
    await options().first().click();
    await page.waitForURL('**/docs/versions#how-we-remove-something');
  });

  it(`says if its search did not load, tries again, and leaves a reader who went on alone${verifies('docs.search')}`, async () => {
    const tab = await browser.newPage();
    const index = '**/docs/search.*.json';
    await tab.route(index, route => route.abort());
    await tab.goto(`${session.url}/docs/webhooks`);
    const search = tab.getByRole('combobox');
    await search.fill('csv');
    await tab.getByText('The search did not load.').waitFor();

    const asked = Promise.withResolvers<void>();
    const answer = Promise.withResolvers<void>();
    await tab.unroute(index);
    await tab.route(index, async route => {
      asked.resolve();
      await answer.promise;
      await route.continue();
    });
    await search.fill('cs');
    await asked.promise;
    await search.blur();
    const answered = tab.waitForResponse(index);
    answer.resolve();
    await (await answered).finished();
    await tab.evaluate('new Promise(requestAnimationFrame)');
    expect(await tab.locator('.found-box').isVisible()).toBe(false);
    await search.fill('csv');
    await tab.getByRole('option').first().waitFor();
    await tab.close();
  });

  it(`can be read without scripts, and has no field that does nothing${verifies('docs.guides')}`, async () => {
    const still = await browser.newPage({ javaScriptEnabled: false });
    await still.goto(`${session.url}/docs/webhooks`);
    expect(await still.getByRole('heading', { name: 'Answering' }).isVisible()).toBe(true);
    expect(await still.locator('pre').first().innerText()).toContain('curl');
    expect(await still.getByRole('combobox').count()).toBe(0);
    await still.goto(`${session.url}/docs/agents`);
    expect(await still.locator('pre').first().innerText()).toContain(`${session.url}/api/mcp/mcp`);
    await still.close();
  });
});
