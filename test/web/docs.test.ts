import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { toolOperations } from '../../core/agents/tool.ts';
import { publicEndpoints } from '../../core/describe-api.ts';
import { apiOperations } from '../../core/registry.ts';
import { DELIVERY_TYPES } from '../../core/webhooks/schemas.ts';
import { violations } from '../support/axe.ts';
import { describeWithChromium, shareChromium, show } from '../support/chromium.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';
import { shareWatchedPage } from '../support/watched-page.ts';

describeWithChromium('the page /docs', () => {
  const browser = shareChromium();
  const session = shareSession();
  const watched = shareWatchedPage(browser, session);
  let page: Page;
  beforeAll(async () => {
    page = watched.page;
    await show(page, `${session.url}/docs`);
  });

  const calls = async (tab: Page) => (await tab.locator('.call').allTextContents()).sort();
  const callable = [...apiOperations, ...publicEndpoints];
  const expected = callable.map(({ method, path }) => `${method} ${path}`).sort();

  it(`shows every operation, from our own files${verifies('openapi.docs-page')}`, async () => {
    expect(await calls(page)).toEqual(expected);
    const entries = page.locator('#list_entries');
    expect(await entries.locator('.fields .name').allTextContents()).toEqual(
      expect.arrayContaining(['id', 'limit', 'entries']),
    );
    await page.getByRole('navigation', { name: 'Contents' }).locator('a[href="#list_entries"]').click();
    await page.waitForURL('**/docs#list_entries');
  });

  it(`shows every event, and what only a form takes${verifies('openapi.docs-events')}`, async () => {
    const events = page.locator('#events');
    expect(await events.locator('.operation p > code:only-child').allTextContents()).toEqual(
      expect.arrayContaining([...DELIVERY_TYPES]),
    );
    const examples = await events.locator('.sample pre').allTextContents();
    expect(examples.map(text => JSON.parse(text).type)).toEqual([...DELIVERY_TYPES]);
    expect(await events.locator('.fields .name').allTextContents()).toContain('webhook-signature');
    const join = page.locator('#join_waitlist');
    expect(await join.locator('.fields .name').allTextContents()).toContain('redirectUrl');
    expect(await join.locator('.errors').allTextContents()).toEqual([
      expect.stringContaining('303'),
      expect.stringContaining('waitlist_closed: '),
    ]);
  });

  it('starts with calls that name this site, and can be copied', async () => {
    const agent = page.locator('#agents');
    await agent.getByRole('button', { name: 'Copy' }).first().click();
    await agent.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      `claude mcp add --transport http anteroom \\\n  ${session.url}/api/mcp/mcp`,
    );
    const create = await page.locator('#curl pre').first().innerText();
    expect(create).toContain(`curl ${session.url}/api/v1/waitlists`);
  });

  it(`shows each call with curl, with fetch, and as a tool call, whichever was chosen last${verifies('openapi.docs-calls')}`, async () => {
    const shown = (name: string) => page.locator(`#${name} .calls pre:visible`).allInnerTexts();
    const choose = (name: string, call: string) =>
      page.locator(`#${name}`).getByRole('button', { name: call, exact: true }).click();
    expect((await shown('get_waitlist'))[0]).toBe(
      `curl ${session.url}/api/v1/waitlists/rocket-bikes \\\n  -H "Authorization: Bearer $KEY"`,
    );

    await choose('delete_waitlist', 'fetch');
    for (const { name, method, path } of callable)
      expect(await shown(name)).toEqual([expect.stringContaining(`await anteroom.${method}('${path}'`)]);

    await choose('get_waitlist', 'Tool call');
    await page.reload();
    const tools = toolOperations(apiOperations);
    for (const { name } of tools) {
      const [text, ...others] = await shown(name);
      expect([JSON.parse(text ?? ''), others]).toEqual([{ name, arguments: expect.any(Object) }, []]);
    }
    // No tool, so it stays with curl.
    expect((await shown('get_index'))[0]).toContain('curl');
    await page.locator('#get_waitlist').getByRole('button', { name: 'Copy' }).first().click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe((await shown('get_waitlist'))[0]);
  });

  it('is set in our font', async () => {
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate('[...document.fonts].some(({ status }) => status === "loaded")')).toBe(true);
  });

  it('can be read without scripts', async () => {
    const still = await browser.newPage({ javaScriptEnabled: false });
    await still.goto(`${session.url}/docs`);
    expect(await calls(still)).toEqual(expected);
    expect(await still.locator('#get_waitlist .calls pre:visible').count()).toBe(3);
    await still.close();
  });

  it.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)('has no axe violations (%s, %i px)', async (colorScheme, width) => {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 800 });
    expect(await violations(page)).toEqual([]);
  });

  it.each([320, 1920])('fits a screen of %i px', async width => {
    await page.setViewportSize({ width, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    // Code scrolls in its box.
    const scrolls = `[...document.querySelectorAll('.sample pre')].some(pre => pre.scrollWidth > pre.clientWidth)`;
    if (width === 320) expect(await page.evaluate(scrolls)).toBe(true);
  });
});
