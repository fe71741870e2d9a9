import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { TEMPLATES } from '../../core/page-code/design.ts';
import { servedCode } from '../../core/page-code/templates/templates.ts';
import { toPageDesign } from '../../core/pages/page-design.ts';
import type { PageView } from '../../core/pages/render-page.ts';
import { violations, violationsIn } from '../support/axe.ts';
import { connectChromium, describeWithChromium } from '../support/chromium.ts';
import { verifies } from '../support/verifies.ts';
import { type PageServer, startPageServer } from './page-server.ts';

/** Sums up layout shifts from the start. */
const WATCH_SHIFTS = `
  globalThis.shifts = 0;
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) globalThis.shifts += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });`;

describeWithChromium('The first paint', () => {
  let server: PageServer;
  let browser: Browser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([startPageServer(), connectChromium()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  const DESIGN = { brandColor: '#c6f432', headline: 'Ride to orbit', buttonLabel: 'Count me in' };

  /** A page one of whose files, React by default, is held back until `release`. */
  async function open(
    view: Partial<PageView> = {},
    options: BrowserContextOptions = {},
    late = '**/_page/runtime.*',
    slowdown = 1,
  ) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 }, ...options });
    const page = await context.newPage();
    let release = () => {};
    const released = new Promise<void>(resolve => {
      release = resolve;
    });
    await page.route(late, async route => {
      await released;
      await route.continue();
    });
    await page.addInitScript(WATCH_SHIFTS);
    if (slowdown > 1) {
      const devTools = await context.newCDPSession(page);
      await devTools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    }
    const url = server.publish({
      name: 'Rocket Bikes',
      lead: 'Four minutes to work.',
      whiteLabel: true,
      design: toPageDesign(DESIGN),
      ...view,
    });
    // Without the shell's script, the document does not finish loading.
    await page.goto(url, { waitUntil: late.includes('shell') ? 'commit' : 'load' });
    return { page, release, url };
  }

  const backgroundOf = (page: Page, selector: string) =>
    page.locator(selector).evaluate(element => getComputedStyle(element).backgroundColor);

  it(`shows the name, the lead, and the form in the design’s colors, before the page code runs${verifies('page.first-paint')}`, async () => {
    const { page, release } = await open();
    await page.getByRole('heading', { level: 1, name: 'Ride to orbit' }).waitFor();
    expect(await page.getByText('Rocket Bikes', { exact: true }).isVisible()).toBe(true);
    expect(await page.getByText('Four minutes to work.').isVisible()).toBe(true);
    expect(await page.getByLabel('Email').isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'Count me in' }).isVisible()).toBe(true);
    expect(await backgroundOf(page, 'button[type=submit]')).toBe('rgb(198, 244, 50)');
    const paints = await page.evaluate(
      "performance.getEntriesByType('paint').map(({ name }) => name).includes('first-contentful-paint')",
    );
    expect(paints).toBe(true);
    expect(await violationsIn(page.mainFrame())).toEqual([]);

    release();
    await page.frameLocator('#page').getByRole('heading', { name: 'Ride to orbit' }).waitFor();
    await page.getByRole('button', { name: 'Count me in' }).waitFor({ state: 'hidden' });
    expect(await page.evaluate('globalThis.shifts')).toBe(0);
    await page.context().close();
  });

  it(`does not move while a slow phone parses it${verifies('page.first-paint')}`, async () => {
    const { page, release } = await open({}, {}, undefined, 20);
    await page.getByRole('button', { name: 'Count me in' }).waitFor();
    expect(await page.evaluate('globalThis.shifts')).toBe(0);
    release();
    await page.context().close();
  });

  it.each(TEMPLATES)(
    `has the paper of the template %s, in light and dark${verifies('page.first-paint')}`,
    async template => {
      for (const appearance of ['light', 'dark'] as const) {
        const { page, release } = await open({
          design: toPageDesign({ template, appearance }),
          pageCode: servedCode(null, { template }),
        });
        await page.getByLabel('Email').waitFor();
        const before = await backgroundOf(page, 'html');
        release();
        const frame = page.frameLocator('#page');
        await frame.getByLabel('Email').waitFor();
        // The gradient has its paper only below the form.
        const paper = template === 'gradient' ? '.wl-card' : template === 'door' ? '.wl-split' : '.wl';
        const after = await frame.locator(paper).evaluate(node => getComputedStyle(node).backgroundColor);
        expect([template, appearance, before]).toEqual([template, appearance, after]);
        await page.context().close();
      }
    },
  );

  it(`keeps the form that somebody has begun to fill in${verifies('page.first-paint')}`, async () => {
    const { page, release, url } = await open();
    await page.getByLabel('Email').fill('early@example.com');
    release();
    await page.waitForLoadState('networkidle');
    expect(await page.locator('iframe').count()).toBe(0);
    expect(await page.getByLabel('Email').inputValue()).toBe('early@example.com');
    await page.getByRole('button', { name: 'Count me in' }).click();
    await page.getByRole('heading', { name: 'Your place in line' }).waitFor();
    expect(server.signups(url.slice(server.origin.length + 3))).toHaveLength(1);
    await page.context().close();
  });

  it(`keeps that form also if they began before our script was there${verifies('page.first-paint')}`, async () => {
    const { page, release } = await open({}, {}, '**/_page/shell.*.js');
    await page.getByLabel('Email').fill('early@example.com');
    release();
    await page.locator('#stage[data-state=form]').waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    expect(await page.getByLabel('Email').inputValue()).toBe('early@example.com');
    await page.context().close();
  });

  it(`leaves the page code alone with the keyboard once it shows${verifies('page.first-paint')}`, async () => {
    const { page, release } = await open({}, { reducedMotion: 'reduce' });
    release();
    const email = page.frameLocator('#page').getByLabel('Email');
    await email.waitFor();
    await page.locator('#stage[data-state=page]').waitFor();
    await page.keyboard.press('Tab');
    await email.and(page.frameLocator('#page').locator(':focus')).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  describe('without JavaScript', () => {
    it(`the form is the form${verifies('page.first-paint')}`, async () => {
      const { page } = await open({}, { javaScriptEnabled: false });
      await page.locator('iframe').waitFor({ state: 'hidden' });
      expect(await page.getByRole('heading', { level: 1, name: 'Ride to orbit' }).isVisible()).toBe(true);
      expect(await page.getByLabel('Email').isVisible()).toBe(true);
      await page.context().close();
    });
  });
});
