import { beforeAll, describe, expect, it } from '@jest/globals';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import type { PageView } from '../../core/pages/render-page.ts';
import { describeWithChromium, type Look, shareChromium, show } from '../support/chromium.ts';
import { eventually } from '../support/eventually.ts';
import { verifies } from '../support/verifies.ts';
import { joined, sharePageServer } from './page-server.ts';

const PASSES = '1x00000000000000000000AA';
const BLOCKS = '2x00000000000000000000AB';
const ASKS = '3x00000000000000000000FF';
const DUMMY_TOKEN = 'XXXX.DUMMY.TOKEN.XXXX';

const THROWS = 'function GeneratedWaitlist() { throw new Error("broken"); }';

/** A stand-in for Turnstile's script: a new token each time, or no answer when told to stay silent. */
const COUNTING_SCRIPT = `
  let count = 0, options;
  window.turnstile = {
    render(container, given) { options = given; return 'widget'; },
    execute() { if (!window.isSilent) setTimeout(() => options.callback('token-' + ++count)); },
    reset() { window.resets = (window.resets ?? 0) + 1; },
  };
  anteroomChallengeLoaded();`;

describeWithChromium('The bot challenge of a page', () => {
  const browser = shareChromium();
  const server = sharePageServer();
  let tab: Page;
  beforeAll(async () => {
    tab = await browser.newPage();
  });

  const publish = (siteKey: string, view: Partial<PageView> = {}): { url: string; slug: string } => {
    const url = server.publish({ ...view, challenge: { siteKey, scriptUrl: server.challengeScript } });
    return { url, slug: url.slice(server.origin.length + 3) };
  };

  /** Opens a page as the next visitor of the suite's own tab. */
  async function open(url: string, look: Look = {}): Promise<{ page: Page; frame: FrameLocator }> {
    await show(tab, url, look);
    return { page: tab, frame: tab.frameLocator('#page') };
  }

  /** Opens a page in a new tab, for tests that set its clock, or what its challenge loads. */
  async function openAlone(
    url: string,
    script?: string | 'blocked' | 'hanging',
  ): Promise<{ page: Page; frame: FrameLocator }> {
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    if (script !== undefined) {
      await page.route('**/challenge/api.js*', route => {
        if (script === 'hanging') return;
        if (script === 'blocked') return route.abort('blockedbyclient');
        return route.fulfill({ contentType: 'text/javascript', body: script });
      });
    }
    await page.goto(url);
    return { page, frame: page.frameLocator('#page') };
  }

  async function submit(at: FrameLocator | Page, email = 'ada@example.com'): Promise<void> {
    await at.getByLabel('Email').fill(email);
    await at.getByRole('button', { name: 'Join the waitlist' }).click();
  }

  /** Runs the page's clock until the shell has set its timer, then past it. */
  async function runUntil(page: Page, explained: Locator): Promise<void> {
    for (let waited = 0; waited < 60 && (await explained.count()) === 0; waited += 5)
      await page.clock.runFor(5_000);
    await explained.waitFor();
  }

  const isJoined = (at: FrameLocator | Page) =>
    at.getByRole('heading', { name: 'Your place in line' }).waitFor();

  it(`sends a token with the signup, and stays invisible unless it needs the visitor${verifies('challenge.page-widget')}`, async () => {
    const { url, slug } = publish(PASSES);
    const { page, frame } = await open(url);
    await submit(frame);
    await isJoined(frame);
    expect(server.signups(slug)).toEqual([
      { email: 'ada@example.com', language: 'en', turnstileToken: DUMMY_TOKEN },
    ]);
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('loads only when a visitor is about to join', async () => {
    const { url } = publish(PASSES);
    const { page, frame } = await openAlone(url);
    const loads = () => server.requests.filter(request => request === 'GET /challenge/api.js').length;
    const before = loads();
    await frame.getByLabel('Email').waitFor();
    await page.waitForLoadState('networkidle');
    expect(loads()).toBe(before);
    const loading = page.waitForResponse(/challenge\/api\.js/);
    await frame.getByLabel('Email').focus();
    expect((await loading).status()).toBe(200);
    await page.context().close();
  });

  it('is absent from a page that has none', async () => {
    const url = server.publish({});
    const { page, frame } = await open(url);
    await submit(frame);
    await isJoined(frame);
    expect(await page.locator('#challenge').count()).toBe(0);
    expect(await page.evaluate('typeof turnstile')).toBe('undefined');
    expect(server.signups(url.slice(server.origin.length + 3))).toEqual([
      { email: 'ada@example.com', language: 'en' },
    ]);
  });

  it('gets a new token for each attempt', async () => {
    const { url, slug } = publish(PASSES);
    const { page, frame } = await openAlone(url, COUNTING_SCRIPT);
    server.answer(slug, () => ({ status: 403, body: { error: 'x', code: 'challenge_failed' } }));
    await submit(frame);
    await frame.getByText('We couldn’t verify that you’re human. Please try again').waitFor();
    server.answer(slug, () => ({ status: 201, body: joined(url) }));
    await submit(frame);
    await isJoined(frame);
    expect(server.signups(slug).map(({ turnstileToken }) => turnstileToken)).toEqual(['token-1', 'token-2']);
    expect(await page.evaluate('resets')).toBe(2);
    await page.context().close();
  });

  it('works with the shell’s own form', async () => {
    const { url, slug } = publish(PASSES, { pageCode: THROWS });
    const { page } = await open(url);
    await submit(page);
    await isJoined(page);
    expect(server.signups(slug)).toMatchObject([{ turnstileToken: DUMMY_TOKEN }]);
  });

  it('tells visitors when they are taken for a bot, sends nothing, and lets them retry', async () => {
    const { url, slug } = publish(BLOCKS);
    const { frame } = await open(url);
    for (const _ of ['first', 'second']) {
      await submit(frame);
      await frame.getByText('We couldn’t verify that you’re human. Please try again.').waitFor();
      await frame.getByLabel('Email').fill('');
      await frame.getByRole('button', { name: 'Join the waitlist' }).click();
      await frame.getByText('you’re human').waitFor({ state: 'detached' });
    }
    expect(server.signups(slug)).toEqual([]);
  });

  describe('that needs the visitor', () => {
    it('opens a dialog, moves the focus into it, and restores the focus afterwards', async () => {
      const { url, slug } = publish(ASKS);
      const { page, frame } = await open(url);
      await submit(frame);
      const dialog = page.getByRole('dialog', { name: 'One quick check' });
      await dialog.waitFor();
      expect(await page.evaluate('document.activeElement.id')).toBe('challenge-heading');
      expect(server.signups(slug)).toEqual([]);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Space');
      await isJoined(frame);
      expect(await dialog.count()).toBe(0);
      expect(await page.evaluate('document.activeElement.id')).toBe('page');
      expect(server.signups(slug)).toMatchObject([{ turnstileToken: DUMMY_TOKEN }]);
    });

    it.each([
      ['Escape', (page: Page) => page.keyboard.press('Escape')],
      ['Cancel', (page: Page) => page.getByRole('button', { name: 'Cancel' }).click()],
    ])('can be dismissed with %s, and retried', async (_, leave) => {
      const { url, slug } = publish(ASKS);
      const { page, frame } = await open(url);
      await submit(frame);
      await page.getByRole('dialog').waitFor();
      await leave(page);
      await frame.getByText('You closed the human check.').waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
      expect(server.signups(slug)).toEqual([]);
      await frame.getByRole('button', { name: 'Join the waitlist' }).click();
      await page.getByLabel('Verify you are human').click();
      await isJoined(frame);
    });

    it('waits for the visitor without a time limit', async () => {
      const { url } = publish(ASKS);
      const { page, frame } = await openAlone(url);
      await page.clock.install();
      await submit(frame);
      await page.clock.runFor(1_000);
      await page.getByRole('dialog').waitFor();
      await page.clock.fastForward('04:00');
      expect(await page.getByRole('dialog').count()).toBe(1);
      await page.clock.resume();
      await page.getByLabel('Verify you are human').click();
      await isJoined(frame);
      await page.context().close();
    });

    it('fits a small phone', async () => {
      const { url } = publish(ASKS);
      const { page, frame } = await open(url, { viewport: { width: 320, height: 560 } });
      await submit(frame);
      const dialog = page.getByRole('dialog');
      await dialog.waitFor();
      const box = await dialog.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(320);
      expect(await dialog.evaluate(element => element.scrollWidth <= element.clientWidth)).toBe(true);
    });
  });

  describe('that does not load or answer', () => {
    it(`is explained when its script is blocked, and works once it is not${verifies('challenge.page-works-without-widget')}`, async () => {
      const { url, slug } = publish(PASSES);
      const { page, frame } = await openAlone(url, 'blocked');
      await submit(frame);
      await frame.getByText('The human check didn’t load.').waitFor();
      expect(await frame.getByLabel('Email').inputValue()).toBe('ada@example.com');
      expect(server.signups(slug)).toEqual([]);
      await page.unroute('**/challenge/api.js*');
      await frame.getByRole('button', { name: 'Join the waitlist' }).click();
      await isJoined(frame);
      await page.context().close();
    });

    it('is explained in the shell’s own form too', async () => {
      const { url } = publish(PASSES, { pageCode: THROWS });
      const { page } = await openAlone(url, 'blocked');
      await submit(page);
      await page.getByText('The human check didn’t load.').waitFor();
      await page.unroute('**/challenge/api.js*');
      await page.getByRole('button', { name: 'Join the waitlist' }).click();
      await isJoined(page);
      await page.context().close();
    });

    it.each([
      ['its script hangs', 'hanging', 'The human check didn’t load'],
      ['its script does something else', 'anteroomChallengeLoaded();', 'The human check didn’t load'],
      ['it makes no widget', 'turnstile = { render() {} }; anteroomChallengeLoaded();', 'didn’t load'],
      [
        'it throws',
        'turnstile = { render() { throw new Error("no") } }; anteroomChallengeLoaded();',
        'didn’t load',
      ],
    ])('ends with a sentence when %s', async (_, script, sentence) => {
      const { url, slug } = publish(PASSES);
      const { page, frame } = await openAlone(url, script);
      await frame.getByLabel('Email').waitFor();
      await page.clock.install();
      await submit(frame);
      await runUntil(page, frame.getByText(sentence));
      expect(await frame.getByRole('button', { name: 'Join the waitlist' }).isEnabled()).toBe(true);
      expect(server.signups(slug)).toEqual([]);
      await page.context().close();
    });

    it('ends with a sentence when it never answers', async () => {
      const { url, slug } = publish(PASSES);
      const { page, frame } = await openAlone(url, `isSilent = true; ${COUNTING_SCRIPT}`);
      await frame.getByLabel('Email').waitFor();
      await page.clock.install();
      await submit(frame);
      // The script loads in real time. If the page's clock ran ahead of it, the load itself would time out.
      await eventually(async () => expect(await page.evaluate('typeof turnstile')).toBe('object'));
      await runUntil(page, frame.getByText('The human check took too long.'));
      expect(await frame.getByRole('button', { name: 'Join the waitlist' }).isEnabled()).toBe(true);
      expect(server.signups(slug)).toEqual([]);
      await page.context().close();
    });
  });
});
