import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { toolOperations } from '../../core/agents/tool.ts';
import { apiOperations } from '../../core/registry.ts';
import { violations } from '../support/axe.ts';
import { connectChromium, describeWithChromium } from '../support/chromium.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { verifies } from '../support/verifies.ts';

describeWithChromium('the page /docs', () => {
  let server: TestServer;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startTestServer(), connectChromium()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function visit(options: BrowserContextOptions = {}): Promise<{ page: Page; problems: string[] }> {
    const context = await browser.newContext({
      permissions: ['clipboard-read', 'clipboard-write'],
      ...options,
    });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', error => problems.push(error.message));
    // A policy violation is a console error too.
    page.on('console', message => message.type() === 'error' && problems.push(message.text()));
    page.on('request', request => {
      if (!request.url().startsWith(server.url)) problems.push(`asked ${request.url()}`);
    });
    await page.goto(`${server.url}/docs`);
    return { page, problems };
  }

  const calls = async (page: Page) => (await page.locator('.call').allTextContents()).sort();
  const expected = apiOperations.map(({ method, path }) => `${method} ${path}`).sort();

  it(`shows every operation, from our own files${verifies('openapi.docs-page')}`, async () => {
    const { page, problems } = await visit();
    expect(await calls(page)).toEqual(expected);
    const entries = page.locator('#list_entries');
    expect(await entries.locator('.fields .name').allTextContents()).toEqual(
      expect.arrayContaining(['id', 'limit', 'entries']),
    );
    await page.getByRole('navigation', { name: 'Contents' }).locator('a[href="#list_entries"]').click();
    await page.waitForURL('**/docs#list_entries');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('starts with calls that name this site, and can be copied', async () => {
    const { page, problems } = await visit();
    const agent = page.locator('#agents');
    await agent.getByRole('button', { name: 'Copy' }).first().click();
    await agent.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
      `claude mcp add --transport http anteroom \\\n  ${server.url}/api/mcp/mcp`,
    );
    const create = await page.locator('#curl pre').first().innerText();
    expect(create).toContain(`curl ${server.url}/api/v1/waitlists`);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it(`shows each call with curl, with fetch, and as a tool call, whichever was chosen last${verifies('openapi.docs-calls')}`, async () => {
    const { page, problems } = await visit();
    const shown = (name: string) => page.locator(`#${name} .calls pre:visible`).allInnerTexts();
    const choose = (name: string, call: string) =>
      page.locator(`#${name}`).getByRole('button', { name: call, exact: true }).click();
    expect((await shown('get_waitlist'))[0]).toBe(
      `curl ${server.url}/api/v1/waitlists/rocket-bikes \\\n  -H "Authorization: Bearer $KEY"`,
    );

    await choose('delete_waitlist', 'fetch');
    for (const { name, method, path } of apiOperations)
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
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('is set in our font', async () => {
    const { page, problems } = await visit();
    await page.waitForLoadState('networkidle');
    expect(await page.evaluate('[...document.fonts].some(({ status }) => status === "loaded")')).toBe(true);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('can be read without scripts', async () => {
    const { page } = await visit({ javaScriptEnabled: false });
    expect(await calls(page)).toEqual(expected);
    expect(await page.locator('#get_waitlist .calls pre:visible').count()).toBe(3);
    await page.context().close();
  });

  it.each([
    ['light', 1280],
    ['dark', 390],
  ] as const)('has no axe violations (%s, %i px)', async (colorScheme, width) => {
    const { page } = await visit({ colorScheme, viewport: { width, height: 800 } });
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it.each([320, 1920])('fits a screen of %i px', async width => {
    const { page } = await visit({ viewport: { width, height: 800 } });
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    await page.context().close();
  });
});
