import { describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import { TEMPLATES } from '../../core/page-code/design.ts';
import { servedCode } from '../../core/page-code/templates/templates.ts';
import { toPageDesign } from '../../core/pages/page-design.ts';
import type { PageView } from '../../core/pages/render-page.ts';
import { violations, violationsIn } from '../support/axe.ts';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { verifies } from '../support/verifies.ts';
import { sharePageServer } from './page-server.ts';

/** Sums up layout shifts from the start. */
const WATCH_SHIFTS = `
  globalThis.shifts = 0;
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) globalThis.shifts += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });`;

describeWithChromium('The first paint', () => {
  const browser = shareChromium();
  const server = sharePageServer();

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
    const problems: string[] = [];
    page.on('console', message => {
      if (/content security policy/i.test(message.text())) problems.push(message.text());
    });
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
    return { page, release, url, problems };
  }

  const backgroundOf = (page: Page, selector: string) =>
    page.locator(selector).evaluate(element => getComputedStyle(element).backgroundColor);

  const boxes = (view: Page | FrameLocator) =>
    Promise.all(
      ['h1', 'input[name=email]', 'button[type=submit]'].map(selector =>
        view.locator(selector).evaluate(element => {
          const { x, y, width, height } = element.getBoundingClientRect();
          const { color, backgroundColor } = getComputedStyle(element);
          return { selector: element.tagName, x, y, width, height, color, backgroundColor };
        }),
      ),
    );

  it.each(TEMPLATES)(
    `is the template %s itself: nothing moves or changes color when its code runs${verifies('page.first-paint')}`,
    async template => {
      for (const appearance of ['light', 'dark'] as const) {
        const { page, release, problems } = await open({
          design: toPageDesign({ ...DESIGN, template, appearance, launchAt: '2030-01-01T00:00:00.000Z' }),
          pageCode: servedCode(null, { template }, { asks: false, isClosed: false, isTranslated: false }),
        });
        // From when our font is there: until then, a label may be a pixel wider.
        await page.evaluate(
          'document.fonts.ready.then(() => new Promise(done => requestAnimationFrame(() => setTimeout(done)))).then(() => { globalThis.shifts = 0; })',
        );
        const before = await boxes(page.locator('#first') as unknown as FrameLocator);
        if (appearance === 'light') expect(await violationsIn(page.mainFrame())).toEqual([]);
        release();
        await page.locator('#stage[data-state=page]').waitFor();
        expect(await boxes(page.frameLocator('#page'))).toEqual(before);
        expect(before[2]?.backgroundColor).toBe('rgb(198, 244, 50)');
        expect(await page.evaluate('globalThis.shifts')).toBe(0);
        expect(problems).toEqual([]);
        await page.context().close();
      }
    },
  );

  it(`is the default form in the design’s colors where the page code is an account’s${verifies('page.first-paint')}`, async () => {
    const design = toPageDesign({ ...DESIGN, template: 'custom' });
    const { page, release } = await open({ design });
    await page.getByRole('heading', { level: 1, name: 'Ride to orbit' }).waitFor();
    expect(await page.getByText('Four minutes to work.').isVisible()).toBe(true);
    expect(await page.getByRole('button', { name: 'Count me in' }).isVisible()).toBe(true);
    expect(await backgroundOf(page, 'button[type=submit]')).toBe('rgb(198, 244, 50)');
    expect(await violationsIn(page.mainFrame())).toEqual([]);
    release();
    await page.getByRole('button', { name: 'Count me in' }).waitFor({ state: 'hidden' });
    expect(await page.evaluate('globalThis.shifts')).toBe(0);
    await page.context().close();
  });

  it(`does not move while a slow phone parses it${verifies('page.first-paint')}`, async () => {
    const { page, release } = await open({}, {}, undefined, 20);
    await page.locator('#first').getByRole('button', { name: 'Count me in' }).waitFor();
    expect(await page.evaluate('globalThis.shifts')).toBe(0);
    release();
    await page.context().close();
  });

  /** What was sent, once `view` shows their place. */
  const sentOnce = async (view: Page | FrameLocator, url: string) => {
    await view.getByRole('heading', { name: 'Your place in line' }).waitFor();
    return server.signups(url.slice(server.origin.length + 3)).map(({ email, name }) => ({ email, name }));
  };

  it.each([
    ['the page code', '**/_page/runtime.*'],
    ['our script', '**/_page/shell.*.js'],
  ])(
    `keeps the form that somebody has begun to fill in before %s was there, and sends it once${verifies('page.first-paint')}`,
    async (_, late) => {
      const { page, release, url } = await open({}, {}, late);
      const first = page.locator('#first');
      await first.getByLabel('Email').fill('early@example.com');
      release();
      await page.waitForLoadState('networkidle');
      expect(await page.locator('#stage').getAttribute('data-state')).toBe('loading');
      await first.getByLabel('Name').fill('Ada');
      await first.getByRole('button', { name: 'Count me in' }).click();
      expect(await sentOnce(page.frameLocator('#page'), url)).toEqual([
        { email: 'early@example.com', name: 'Ada' },
      ]);
      await page.context().close();
    },
  );

  it(`sends what they sent before the page code was there${verifies('page.first-paint')}`, async () => {
    const { page, release, url } = await open();
    const first = page.locator('#first');
    await first.getByLabel('Email').fill('early@example.com');
    await first.getByLabel('Email').press('Enter');
    expect(server.signups(url.slice(server.origin.length + 3))).toEqual([]);
    release();
    expect(await sentOnce(page.frameLocator('#page'), url)).toEqual([{ email: 'early@example.com' }]);
    await page.context().close();
  });

  it(`says what is wrong with it${verifies('page.first-paint')}`, async () => {
    const { page, release } = await open();
    await page.locator('#first').getByLabel('Email').fill('early');
    release();
    await page.locator('#first').getByRole('button', { name: 'Count me in' }).click();
    const frame = page.frameLocator('#page');
    await frame.getByText('Please check this address').waitFor();
    expect(await frame.getByLabel('Email').inputValue()).toBe('early');
    await page.context().close();
  });

  it(`sends it in the default form if the page code fails${verifies('page.first-paint')}`, async () => {
    const { page, release, url } = await open({
      pageCode: 'function GeneratedWaitlist() { throw 1; }',
      design: toPageDesign(DESIGN),
    });
    await page.locator('#first').getByLabel('Email').fill('early@example.com');
    release();
    await page.locator('#stage[data-reason]').waitFor();
    await page.locator('#first').getByRole('button', { name: 'Count me in' }).click();
    expect(await sentOnce(page, url)).toEqual([{ email: 'early@example.com' }]);
    await page.context().close();
  });

  it('loads the page code of who saves data when they use the page', async () => {
    const { page, url } = await open();
    await page.addInitScript(
      "Object.defineProperty(navigator, 'connection', { value: { saveData: true } });",
    );
    const requested: string[] = [];
    page.on('request', request => requested.push(new URL(request.url()).pathname));
    await page.unroute('**/_page/runtime.*');
    await page.goto(`${url}?again`, { waitUntil: 'networkidle' });
    expect(requested.filter(path => path.includes('runtime'))).toEqual([]);
    await page.locator('#first').getByLabel('Email').fill('thrifty@example.com');
    await page.locator('#first').getByRole('button', { name: 'Count me in' }).click();
    expect(await sentOnce(page.frameLocator('#page'), url)).toEqual([{ email: 'thrifty@example.com' }]);
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
      const form = page.locator('form:visible');
      expect(await form.count()).toBe(1);
      expect(await form.getAttribute('action')).toMatch(/^\/w\/page-\d+\/signups$/);
      await form.getByLabel('Email').waitFor();
      expect(await page.getByRole('heading', { level: 1, name: 'Ride to orbit' }).count()).toBe(1);
      await page.context().close();
    });

    it('says that a bot challenge needs JavaScript', async () => {
      const challenge = { siteKey: 'key', scriptUrl: server.challengeScript };
      const { page } = await open({ challenge }, { javaScriptEnabled: false });
      await page.getByText('You need JavaScript to join').waitFor();
      expect(await page.locator('form:visible').count()).toBe(0);
      await page.context().close();
    });
  });
});
