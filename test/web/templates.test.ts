import { beforeAll, describe, expect, it } from '@jest/globals';
import type { FrameLocator, Page } from 'playwright-core';
import { type StoredDesign, TEMPLATES, type TemplateName } from '../../core/page-code/design.ts';
import { templates } from '../../core/page-code/templates/templates.ts';
import { toPageDesign } from '../../core/pages/page-design.ts';
import type { PageView } from '../../core/pages/render-page.ts';
import { violations, violationsInSchemes } from '../support/axe.ts';
import { describeWithChromium, type Look, shareChromium, show } from '../support/chromium.ts';
import { verifies } from '../support/verifies.ts';
import { sharePageServer } from './page-server.ts';

const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

const svg = (width: number, height: number) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#888"/></svg>`)}`;

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenverordnung 🚀🧑🏽‍🚀 für alle';

/** What makes a page hard to lay out. */
const HARD: StoredDesign = {
  brandColor: '#7a1fa2',
  logoUrl: svg(900, 40),
  imageUrl: svg(4000, 3000),
  headline: LONG.slice(0, 80),
  tagline: `${'W'.repeat(120)} and then some words`,
  buttonLabel: 'W'.repeat(30),
  launchAt: inDays(1_234),
};

describeWithChromium('Built-in templates', () => {
  const browser = shareChromium();
  const server = sharePageServer();
  let page: Page;

  beforeAll(async () => {
    page = await browser.newPage();
  });

  async function open(
    template: TemplateName,
    design: StoredDesign = {},
    view: Partial<PageView> = {},
    look: Look = {},
  ): Promise<{ frame: FrameLocator; url: string }> {
    const url = server.publish({
      pageCode: templates[template],
      design: toPageDesign({ template, ...design }),
      ...view,
    });
    await show(page, url, look);
    const frame = page.frameLocator('#page');
    await frame.getByLabel('Email').waitFor();
    return { frame, url };
  }

  const overflow = (frame: FrameLocator): Promise<number> =>
    frame.locator('html').evaluate(html => html.scrollWidth - html.clientWidth);

  const style = (frame: FrameLocator, selector: string, property: string) =>
    frame
      .locator(selector)
      .evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property);

  describe.each(TEMPLATES)('%s', template => {
    it(`fits 320 to 1920 px and has no axe violations, in every state, light and dark${verifies('templates.layout', 'templates.accessible')}`, async () => {
      const view = {
        name: LONG,
        lead: HARD.tagline as string,
        referralEnabled: true,
        signups: 12_480,
        waiting: 12_480,
      };
      const { frame, url } = await open(template, HARD, view, {
        viewport: { width: 320, height: 640 },
      });
      const found = () => violationsInSchemes(page);
      expect(await overflow(frame)).toBe(0);
      for (const width of [390, 768, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        expect([width, await overflow(frame)]).toEqual([width, 0]);
      }
      expect(await found()).toEqual([]);

      await page.setViewportSize({ width: 320, height: 640 });
      await frame.getByLabel('Email').press('Enter');
      await frame.getByText('Please enter your email address.').waitFor();
      expect(await found()).toEqual([]);
      const slug = url.slice(server.origin.length + 3);
      server.answer(slug, () => ({ status: 500, body: {} }));
      await frame.getByLabel('Email').fill('ada@example.com');
      await frame.getByLabel('Email').press('Enter');
      await frame.getByText('went wrong on our end').waitFor();
      expect(await overflow(frame)).toBe(0);
      expect(await found()).toEqual([]);

      server.answer(slug, () => ({
        status: 201,
        body: {
          position: 12_481,
          referralCode: 'x',
          referralLink: `${url}?ref=x`,
          message: 'W'.repeat(200),
        },
      }));
      await frame.getByLabel('Email').press('Enter');
      await frame.getByRole('heading', { name: 'Your place in line 12,481' }).waitFor();
      expect(await overflow(frame)).toBe(0);
      expect(await found()).toEqual([]);
    });

    it(`shows the logo, the texts, and the exact color${verifies('templates.design')}`, async () => {
      const { frame } = await open(
        template,
        {
          brandColor: '#c6f432',
          logoUrl: svg(200, 40),
          headline: 'Ride to orbit',
          buttonLabel: 'Count me in',
        },
        { name: 'Rocket Bikes', lead: 'Four minutes to work.', signups: 0, waiting: 0 },
      );
      await frame.getByRole('heading', { level: 1, name: 'Ride to orbit' }).waitFor();
      await frame.getByText('Four minutes to work.').waitFor();
      expect(await frame.getByRole('img', { name: 'Rocket Bikes' }).isVisible()).toBe(true);
      await frame.getByRole('button', { name: 'Count me in' }).waitFor();
      expect(await style(frame, '.wl-button', 'background-color')).toBe('rgb(198, 244, 50)');
      expect(await style(frame, '.wl-button', 'color')).toBe('rgb(0, 0, 0)');
    });

    it(`counts those who wait as in line${verifies('page.people-in-line')}`, async () => {
      const view = { referralEnabled: true, referralBoost: 3, signups: 55, waiting: 44 };
      const { frame } = await open(template, {}, view);
      const text = await frame.locator('body').innerText();
      const shown = [...text.matchAll(/(\d+)\s(?:people|are)[\w ]*/g)].map(([phrase]) =>
        phrase.replace('\n', ' '),
      );
      expect(shown).toEqual(
        template === 'leaderboard'
          ? ['35 people ahead of you', '11 are already in or have left', '9 people']
          : ['44 people in line'],
      );
    });

    it(`follows the system, unless its appearance is forced${verifies('templates.appearance')}`, async () => {
      const cases = [
        ['auto', 'light', 'light'],
        ['auto', 'dark', 'dark'],
        ['light', 'dark', 'light'],
        ['dark', 'light', 'dark'],
      ] as const;
      for (const [appearance, colorScheme, expected] of cases) {
        const { frame } = await open(template, { appearance }, {}, { colorScheme });
        expect([appearance, await style(frame, 'html', 'color-scheme')]).toEqual([appearance, expected]);
        const [red = 0] = (await style(frame, '.wl', 'color')).match(/\d+/g)?.map(Number) ?? [];
        expect(red > 128).toBe(expected === 'dark');
      }
    });

    it(`moves only if the visitor allows motion${verifies('templates.motion')}`, async () => {
      const { frame } = await open(template, { launchAt: inDays(2) });
      const running = await frame
        .locator('html')
        .evaluate(
          html => html.ownerDocument.getAnimations().filter(each => each.playState === 'running').length,
        );
      expect(running).toBe(0);
    });
  });

  it(`countdown counts down, and says when it is open or has no date${verifies('templates.countdown')}`, async () => {
    const counting = await open('countdown', { launchAt: inDays(3.5) });
    const timer = counting.frame.getByRole('timer', { name: 'Time left' });
    expect((await timer.innerText()).replace(/\s+/g, ' ')).toMatch(/^3 0 3 days 1[12] /);
    const before = await timer.innerText();
    await expect(
      counting.frame.locator('html').evaluate(
        (_, text) =>
          new Promise(resolve => {
            const check = () =>
              (document.querySelector('[role=timer]') as HTMLElement).innerText === text
                ? requestAnimationFrame(check)
                : resolve('changed');
            check();
          }),
        before,
      ),
    ).resolves.toBe('changed');

    const opened = await open('countdown', { launchAt: '2024-05-04T12:00:00.000Z' });
    await opened.frame.getByText('Open since May 4, 2024').waitFor();
    expect(await opened.frame.getByText('Now open').count()).toBe(1);
    expect(await violations(page)).toEqual([]);

    const soon = await open('countdown');
    await soon.frame.getByText('Date to be announced').waitFor();
    expect(await soon.frame.getByText('Coming soon').count()).toBe(1);
  });

  it(`countdown opens while somebody looks at it${verifies('templates.countdown')}`, async () => {
    const { frame } = await open('countdown', { launchAt: new Date(Date.now() + 4_000).toISOString() });
    await frame.getByText('Open since').waitFor();
  });

  it('gradient puts the logo on paper, because its colors are often those of the gradient', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const { frame } = await open('gradient', { logoUrl: svg(200, 40) }, {}, { colorScheme });
      const paper = await style(frame, '.wl-card', 'background-color');
      expect(await style(frame, '.wl-logo', 'background-color')).toBe(paper);
      expect(paper).toMatch(/^rgb\(/);
    }
  });

  it(`leaderboard shows the place that friends would give${verifies('templates.leaderboard')}`, async () => {
    const view = { referralEnabled: true, referralBoost: 5, signups: 1_284, waiting: 1_284 };
    const { frame } = await open('leaderboard', {}, view);
    await frame.getByRole('heading', { name: 'Bring 3 friends and you’re number' }).waitFor();
    await frame.getByText('1,269 people ahead of you').waitFor();
    await frame.getByRole('slider').fill('0');
    await frame.getByRole('heading', { name: 'Join now and you’re number' }).waitFor();
    await frame.getByText('1,284 people ahead of you').waitFor();
    await frame.getByRole('slider').fill('1');
    await frame.getByText('1,279 people ahead of you').waitFor();

    const few = await open('leaderboard', {}, { ...view, signups: 3, waiting: 3 });
    await few.frame.getByText('85 people ahead of you').waitFor();
    await few.frame.getByText('This shows a line of 100. Right now, you’d be number 4.').waitFor();

    const off = await open('leaderboard', {}, { referralEnabled: false, signups: 0, waiting: 0 });
    await off.frame.getByText('Nobody is ahead of you').waitFor();
    expect(await off.frame.getByRole('slider').count()).toBe(0);
  });
});
