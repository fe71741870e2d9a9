import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { readImage } from '../../core/assets/read-image.ts';
import { violations } from '../support/axe.ts';
import { connectChromium, describeWithChromium, show } from '../support/chromium.ts';
import { eventually } from '../support/eventually.ts';
import { type ApiSession, openSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

/** Page code of an account, which shows what it can know about the person who joined. */
const OWN_CODE = `function GeneratedWaitlist(props) {
  const h = React.createElement;
  const [outcome, setOutcome] = React.useState('');
  const join = () => props.onSubmit({ email: 'own@example.com' }).then(result => setOutcome(JSON.stringify(result)));
  return h('main', null, h('h1', null, 'Own page'), h('button', { onClick: join }, 'Join'),
    h('output', null, outcome), h('pre', null, JSON.stringify(props.entry)));
}`;

const BROKEN_CODE = `function GeneratedWaitlist() { throw new Error('broken'); }`;

let session: ApiSession;
let browser: Browser;
let lists = 0;

async function newList(more: Record<string, unknown> = {}): Promise<string> {
  const slug = `places-${++lists}`;
  const { status } = await session.api.post('/api/v1/waitlists', { name: `Places ${lists}`, slug, ...more });
  expect(status).toBe(201);
  return slug;
}

/** Joins over HTTP. */
async function join(slug: string, email: string, referralCode?: string) {
  const { status, body } = await session.join(slug, { email, referralCode });
  expect(status).toBe(201);
  return body;
}

/** Joins as a visitor of the page. */
async function joinPage(page: Page, slug: string, email: string): Promise<void> {
  await page.goto(`${session.url}/w/${slug}`);
  const frame = page.frameLocator('#page');
  await frame.getByLabel('Email').fill(email);
  await frame.getByRole('button', { name: 'Join the waitlist' }).click();
  await placeOf(page, 1).waitFor();
}

const placeOf = (page: Page, place: number) =>
  page.getByRole('heading', { level: 1, name: `Your place in line ${place}`, exact: true });

async function erase(slug: string): Promise<void> {
  const { waitlist } = (await session.api.get(`/api/v1/waitlists/${slug}`)).body;
  const { entries } = (await session.api.get(`/api/v1/waitlists/${slug}/entries`)).body;
  for (const { id } of entries)
    await session.sql('SELECT erase_entry($1, $2, $3)', [session.accountId, waitlist.id, id]);
}

const remembered = (page: Page): Promise<string[]> => page.evaluate('Object.values(localStorage)');

describeWithChromium('a place in line', () => {
  let context: BrowserContext;
  const errors: string[] = [];
  beforeAll(async () => {
    [session, browser] = await Promise.all([openSession(), connectChromium()]);
  });
  afterAll(async () => {
    await browser?.close();
    await session?.close();
  });

  afterEach(async () => {
    await context.close();
    expect(errors.splice(0)).toEqual([]);
  });

  async function newPage(options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
    context = await browser.newContext(options);
    const page = await context.newPage();
    page.on('pageerror', error => error.message !== 'broken' && errors.push(error.message));
    return page;
  }

  describe('on its own page', () => {
    it(`moves when a friend joins while the page is open${verifies('place.refreshes', 'place.alive')}`, async () => {
      const slug = await newList();
      await session.license(slug);
      await session.api.patch(`/api/v1/waitlists/${slug}`, { referralEnabled: true, referralBoost: 3 });
      for (let n = 1; n <= 11; n++) await join(slug, `v${n}@example.com`);
      const ada = await join(slug, 'ada@example.com');
      const page = await newPage();
      await page.clock.install();
      await page.goto(ada.statusUrl);
      await placeOf(page, 12).waitFor();
      expect(await page.title()).toContain('#12 in line');
      await page.getByText('11 people ahead of you').waitFor();

      await join(slug, 'friend@example.com', ada.referralCode);
      await eventually(async () => {
        await page.clock.runFor(11_000);
        expect(await placeOf(page, 9).count()).toBe(1);
      });
      await page.getByText('8 people ahead of you').waitFor();
      expect(await page.getByRole('status').textContent()).toBe('You moved up to place 9.');
      expect(await page.title()).toContain('#9 in line');
      expect(await page.locator('[data-part=friends]').textContent()).toBe('1');
      expect(await page.locator('[data-part=moved]').textContent()).toBe('↑ 3');
      await page.getByText('One more friend: from 9 to 6').waitFor();
    });

    it('rests while nobody looks at it', async () => {
      const { statusUrl } = await join(await newList(), 'ada@example.com');
      const page = await newPage();
      await page.clock.install();
      await page.goto(statusUrl);
      const asked: string[] = [];
      page.on('request', request => request.url().endsWith('.json') && asked.push(request.url()));
      const setHidden = (isHidden: boolean) =>
        page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
          document.dispatchEvent(new Event('visibilitychange'));`);
      await setHidden(true);
      await page.clock.runFor(300_000);
      expect(asked).toEqual([]);
      await setHidden(false);
      await eventually(async () => expect(asked).toEqual([`${statusUrl}.json`]));
    });

    it(`shares the link${verifies('place.share')}`, async () => {
      const { statusUrl, referralLink } = await join(await newList(), 'ada@example.com');
      const page = await newPage({ permissions: ['clipboard-read', 'clipboard-write'] });
      await page.goto(statusUrl);
      await page.getByRole('button', { name: 'Copy' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(referralLink);
      expect(await page.getByRole('status').textContent()).toBe('Link copied.');
      const encoded = encodeURIComponent(referralLink);
      for (const [name, start] of [
        ['Share on X', 'https://x.com/intent/post?'],
        ['Share on WhatsApp', 'https://wa.me/?'],
        ['Share on LinkedIn', 'https://www.linkedin.com/sharing/share-offsite/?'],
        ['Share by email', 'mailto:?'],
      ] as const) {
        const href = await page.getByRole('link', { name }).getAttribute('href');
        expect(href?.startsWith(start)).toBe(true);
        expect(href).toContain(encoded);
      }
      expect(await page.getByRole('img', { name: 'QR code of your link' }).isVisible()).toBe(false);
      await page.getByText('QR code').click();
      expect(await page.getByRole('img', { name: 'QR code of your link' }).isVisible()).toBe(true);
    });

    it(`is shared as an image, which holds neither email nor name nor the secret link${verifies('place.image')}`, async () => {
      const { statusUrl } = await join(await newList({ design: { template: 'minimal' } }), 'ada@example.com');
      const page = await newPage();
      await page.addInitScript(`
        globalThis.written = [];
        const { fillText } = CanvasRenderingContext2D.prototype;
        CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
          globalThis.written.push(text);
          return fillText.call(this, text, ...rest);
        };`);
      await page.goto(statusUrl);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Save as image' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('my-place-in-line.png');
      expect(readImage(await buffer(await download.createReadStream()))).toMatchObject({
        width: 1080,
        height: 1350,
      });
      expect(await page.evaluate('globalThis.written')).toEqual([
        expect.stringMatching(/^Places \d+$/),
        'My place in line',
        '1',
        'Join me in line',
        new URL(statusUrl).host,
      ]);
      expect(await page.getByRole('status').textContent()).toBe('Image saved.');
    });

    it('offers the system’s share sheet where there is one', async () => {
      const { statusUrl, referralLink } = await join(await newList(), 'ada@example.com');
      const page = await newPage();
      await page.addInitScript('navigator.share = async data => { window.shared = data; };');
      await page.goto(statusUrl);
      await page.getByRole('button', { name: 'Share…' }).click();
      expect(await page.evaluate('window.shared')).toEqual({
        title: expect.stringContaining('Places'),
        text: expect.stringContaining('Join me on the waitlist for Places'),
        url: referralLink,
      });
    });

    it(`is complete, and reloads, without scripts${verifies('place.page-complete', 'place.refreshes')}`, async () => {
      const { statusUrl, referralLink } = await join(await newList(), 'ada@example.com');
      const page = await newPage({ javaScriptEnabled: false });
      await page.goto(statusUrl);
      await placeOf(page, 1).waitFor();
      expect(await page.locator('#place-link').inputValue()).toBe(referralLink);
      expect(await page.getByRole('link', { name: 'Share on X' }).isVisible()).toBe(true);
      expect(await page.getByRole('button').count()).toBe(0);
      expect(await page.locator('meta[http-equiv=refresh]').getAttribute('content')).toBe('60');
    });

    it('says so when the person was erased while it is open', async () => {
      const slug = await newList();
      const { statusUrl } = await join(slug, 'ada@example.com');
      const page = await newPage();
      await page.goto(statusUrl);
      await erase(slug);
      await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`);
      await page.getByRole('heading', { name: 'This link isn’t valid' }).waitFor();
    });
  });

  describe('remembered by the browser', () => {
    it(`is shown after joining, after a reload, and behind one’s own link${verifies('place.remembered', 'place.own-link', 'page.referral-message-after-signup')}`, async () => {
      const slug = await newList({ referralMessage: 'Welcome aboard!' });
      const page = await newPage();
      await joinPage(page, slug, 'ada@example.com');
      await page.getByText('Welcome aboard!').waitFor();
      expect(await page.evaluate('document.activeElement.id')).toBe('place-heading');
      expect(await page.locator('iframe').count()).toBe(0);
      const link = await page.locator('#place-link').inputValue();

      await session.sql(`UPDATE waitlists SET slug = slug || '-moved' WHERE slug = $1`, [slug]);
      for (const url of [link, link.replace(/\?.*/, '')]) {
        await page.goto(url.replace(slug, `${slug}-moved`));
        await placeOf(page, 1).waitFor();
        expect(await page.locator('iframe').count()).toBe(0);
      }
      await page.goto(`${session.url}/w/${await newList()}`);
      await page.frameLocator('#page').getByLabel('Email').waitFor();
    });

    it('is shown by the default form too, which replaces failing page code', async () => {
      const slug = await newList({ reactCode: BROKEN_CODE });
      const page = await newPage();
      await page.goto(`${session.url}/w/${slug}`);
      await page.getByLabel('Email').fill('ada@example.com');
      await page.getByRole('button', { name: 'Join the waitlist' }).click();
      await page.locator('#place').getByText('Your place in line').waitFor();
      await placeOf(page, 1).waitFor();
    });

    it(`is a bar below an account’s own page code, which learns the place and not the link${verifies('place.entry-prop', 'place.token-kept-by-shell')}`, async () => {
      const slug = await newList({ reactCode: OWN_CODE });
      await join(slug, 'first@example.com');
      const page = await newPage();
      await page.goto(`${session.url}/w/${slug}`);
      const frame = page.frameLocator('#page');
      expect(await frame.locator('pre').textContent()).toBe('null');
      await frame.getByRole('button', { name: 'Join' }).click();
      await frame.locator('output', { hasText: 'referralCode' }).waitFor();
      const result = JSON.parse((await frame.locator('output').textContent()) ?? '');
      expect(Object.keys(result).sort()).toEqual(['message', 'position', 'referralCode', 'referralLink']);
      await page.getByText('Your place in line: 2').waitFor();

      await page.reload();
      await frame.locator('pre', { hasText: 'position' }).waitFor();
      expect(JSON.parse((await frame.locator('pre').textContent()) ?? '')).toEqual({
        position: 2,
        referralCode: result.referralCode,
        referralLink: result.referralLink,
        referralCount: 0,
      });
      await page.getByRole('link', { name: 'See your place' }).click();
      await placeOf(page, 2).waitFor();
    });

    it(`is forgotten when the person was erased${verifies('place.forgotten')}`, async () => {
      for (const reactCode of [undefined, OWN_CODE]) {
        const slug = await newList({ ...(reactCode && { reactCode }) });
        const page = await newPage();
        if (reactCode) {
          await page.goto(`${session.url}/w/${slug}`);
          await page.frameLocator('#page').getByRole('button', { name: 'Join' }).click();
          await page.getByRole('link', { name: 'See your place' }).waitFor();
        } else {
          await joinPage(page, slug, 'ada@example.com');
        }
        expect(await remembered(page)).toEqual([expect.stringMatching(/^\/s\/[\w-]{43}$/)]);
        await erase(slug);
        await page.reload();
        await page.frameLocator('#page').getByRole('heading').waitFor();
        expect(await remembered(page)).toEqual([]);
        expect(await page.getByRole('link', { name: 'See your place' }).count()).toBe(0);
        await context.close();
      }
    });

    it('is left to let somebody else join', async () => {
      const slug = await newList();
      const page = await newPage();
      await joinPage(page, slug, 'ada@example.com');
      await page.getByRole('button', { name: 'Join with another email' }).click();
      const frame = page.frameLocator('#page');
      await frame.getByLabel('Email').fill('ada@example.com');
      await frame.getByRole('button', { name: 'Join the waitlist' }).click();
      await frame.getByText('Check your inbox for a link to your place.').waitFor();
    });

    it('does without storage', async () => {
      const slug = await newList();
      const page = await newPage();
      await page.addInitScript(
        `Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('', 'SecurityError'); } });`,
      );
      await joinPage(page, slug, 'ada@example.com');
    });
  });

  describe('in the look of its waitlist', () => {
    const DESIGNS: [string, Record<string, unknown>][] = [
      ['no design', {}],
      ['a dark brand color', { brandColor: '#1d1d4f' }],
      ['a light brand color', { brandColor: '#ffe600' }],
      ['a light page for all', { appearance: 'light', brandColor: '#e4572e' }],
      ['a dark page for all', { appearance: 'dark' }],
    ];
    it.each(DESIGNS)('has no accessibility violations, and fits: %s', async (_, design) => {
      const slug = await newList({ design, name: 'An extraordinarily long name of a waitlist, in full' });
      const { statusUrl } = await join(slug, 'ada@example.com');
      const page = await newPage();
      for (const [colorScheme, viewport] of [
        ['light', { width: 320, height: 700 }],
        ['dark', { width: 1280, height: 800 }],
      ] as const) {
        await show(page, statusUrl, { colorScheme, viewport });
        await page.getByText('QR code').click();
        expect(await violations(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
      }
    });

    it(`uses the exact brand color and the logo, under its policy${verifies('place.brand')}`, async () => {
      const logoUrl = `${session.url}${/href="([^"]+\.svg)"/.exec((await session.visitor.get('/w/places-1')).body)?.[1]}`;
      const slug = await newList({
        design: { brandColor: '#c2185b', logoUrl: logoUrl.replace('.svg', '.png') },
      });
      await session.sql(
        `UPDATE waitlists SET design = design || jsonb_build_object('logoUrl', $2::text) WHERE slug = $1`,
        [slug, logoUrl],
      );
      const { statusUrl } = await join(slug, 'ada@example.com');
      const page = await newPage();
      const problems: string[] = [];
      page.on('console', message => message.type() === 'error' && problems.push(message.text()));
      for (const open of [() => page.goto(statusUrl), () => joinAgain(page, slug)]) {
        await open();
        await page.getByRole('img', { name: /Places/ }).waitFor();
        expect(
          await page.evaluate(`getComputedStyle(document.querySelector('.ticket-place')).backgroundColor`),
        ).toBe('rgb(194, 24, 91)');
      }
      expect(problems).toEqual([]);
    });

    async function joinAgain(page: Page, slug: string): Promise<void> {
      await page.goto(`${session.url}/w/${slug}`);
      const frame = page.frameLocator('#page');
      await frame.getByLabel('Email').fill('bob@example.com');
      await frame.getByRole('button', { name: 'Join the waitlist' }).click();
      await placeOf(page, 2).waitFor();
    }
  });
});
