import { expect, it } from '@jest/globals';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { eventually } from '../support/eventually.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

const SITE_KEY = { passes: '1x00000000000000000000AA', blocks: '2x00000000000000000000AB' };
const secret = (digit: string) => `${digit}x0000000000000000000000000000000AA`;

const JOINED = 'Your place in line';

describeWithChromium('A page with Turnstile’s dummy keys, on the real server', () => {
  const browser = shareChromium();
  const session = shareSession();

  async function publish(slug: string, siteKey: string, secretKey: string): Promise<void> {
    await session.api.post('/api/v1/waitlists', { name: 'Guarded', slug });
    const { body } = await session.api.request('PUT', `/api/v1/waitlists/${slug}/turnstile`, {
      body: JSON.stringify({ siteKey, secretKey }),
      headers: { 'content-type': 'application/json' },
    });
    expect(body.mode).toBe('custom');
  }

  /** Joins as a visitor does. @returns the browser's console errors */
  async function join(address: string, sentence: string | RegExp): Promise<string[]> {
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', message => {
      if (/Content Security Policy|Turnstile/.test(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', error => complaints.push(String(error)));
    await page.goto(new URL(address, session.url).href);
    const frame = page.frameLocator('#page');
    await frame.getByLabel('Email').fill('ada@example.com');
    await frame.getByRole('button', { name: 'Join the waitlist' }).click();
    await (sentence === JOINED ? page.locator('#place') : frame).getByText(sentence).waitFor();
    await page.close();
    return complaints;
  }

  const total = async (slug: string) =>
    (await session.api.get(`/api/v1/waitlists/${slug}/entries`)).body.total;

  it(`lets a visitor who passes join${verifies('challenge.page-widget', 'challenge.local-dummy-pass')}`, async () => {
    await publish('passing', SITE_KEY.passes, secret('1'));
    expect(await join('/w/passing', JOINED)).toEqual([]);
    expect(await total('passing')).toBe(1);
  });

  it.each([
    ['who fails the widget', SITE_KEY.blocks, secret('1')],
    ['whose token is not accepted', SITE_KEY.passes, secret('2')],
    ['whose token is spent', SITE_KEY.passes, secret('3')],
    ['when the secret is wrong', SITE_KEY.passes, '0x4AAAAAAAwrong-secret'],
  ])(`tells a visitor %s${verifies('challenge.failed-403')}`, async (name, siteKey, secretKey) => {
    const slug = name.replaceAll(/[^a-z]/g, '-');
    await publish(slug, siteKey, secretKey);
    expect(await join(`/w/${slug}`, 'We couldn’t verify that you’re human.')).toEqual([]);
    expect(await total(slug)).toBe(0);
  });

  it(`is also protected on a custom domain${verifies('domains.active-serves-page-at-root', 'challenge.own-keys-first')}`, async () => {
    await publish('on-domain', SITE_KEY.passes, secret('2'));
    await session.api.post('/api/v1/waitlists/on-domain/domain', { domain: 'guarded.test' });
    await eventually(async () => {
      const rows = await session.sql(`SELECT state FROM custom_domains WHERE domain = 'guarded.test'`);
      expect(rows).toEqual([{ state: 'active' }]);
    });
    const address = `http://guarded.test:${new URL(session.url).port}/`;
    expect(await join(address, 'We couldn’t verify that you’re human.')).toEqual([]);
    expect(await total('on-domain')).toBe(0);
    await publish('on-domain', SITE_KEY.passes, secret('1'));
    expect(await join(address, JOINED)).toEqual([]);
    expect(await total('on-domain')).toBe(1);
  });

  it('uses new keys without a deployment, and tells pages loaded earlier to reload', async () => {
    await publish('changing', SITE_KEY.passes, secret('2'));
    const page = await browser.newPage();
    await page.goto(`${session.url}/w/changing`);
    const frame = page.frameLocator('#page');
    await frame.getByLabel('Email').fill('ada@example.com');
    await frame.getByRole('button', { name: 'Join the waitlist' }).click();
    await frame.getByText('Please try again, or reload the page.').waitFor();
    await publish('changing', SITE_KEY.passes, secret('1'));
    await frame.getByRole('button', { name: 'Join the waitlist' }).click();
    await page.locator('#place').getByText(JOINED).waitFor();
    await page.close();
  });
});
