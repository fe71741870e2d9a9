import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type Browser, chromium, type Page } from 'playwright-core';
import { describeWithChromium } from '../support/chromium.ts';
import { eventually } from '../support/eventually.ts';
import { chromiumOptions } from '../support/launch-chromium.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

/** Cloudflare's published test keys, which the local verifier knows. */
const SITE_KEY = '1x00000000000000000000AA';
const PASSES = '1x0000000000000000000000000000000AA';
const FAILS = '2x0000000000000000000000000000000AA';

describeWithChromium('a page on its custom domain', () => {
  const session = shareSession();
  let browser: Browser;
  let port: string;

  beforeAll(async () => {
    port = new URL(session.url).port;
    // Custom domains are served over HTTPS; this tells the browser to treat this one as secure.
    const origins = ['bikes', 'open', 'shut'].map(name => `http://${name}.test:${port}`);
    browser = await chromium.launch(chromiumOptions(`--unsafely-treat-insecure-origin-as-secure=${origins}`));
  });
  afterAll(async () => {
    await browser?.close();
  });

  async function publish(name: string, secretKey?: string): Promise<string> {
    await session.api.post('/api/v1/waitlists', { name: `The ${name}`, slug: name });
    if (secretKey) {
      const { status } = await session.api.request('PUT', `/api/v1/waitlists/${name}/turnstile`, {
        body: JSON.stringify({ siteKey: SITE_KEY, secretKey }),
        headers: { 'content-type': 'application/json' },
      });
      expect(status).toBe(200);
    }
    await session.api.post(`/api/v1/waitlists/${name}/domain`, { domain: `${name}.test` });
    await eventually(async () => {
      const rows = await session.sql('SELECT state FROM custom_domains WHERE domain = $1', [`${name}.test`]);
      expect(rows).toEqual([{ state: 'active' }]);
    });
    return `http://${name}.test:${port}/`;
  }

  async function join(page: Page, email: string) {
    const frame = page.frameLocator('#page');
    await frame.getByLabel('Email').fill(email);
    await frame.getByRole('button', { name: 'Join the waitlist' }).click();
    return frame;
  }

  it(`takes signups there, and its referral links lead there${verifies('domains.signup-on-domain', 'domains.active-serves-page-at-root')}`, async () => {
    const url = await publish('bikes');
    const page = await browser.newPage();
    const problems: string[] = [];
    const hosts = new Set<string>();
    page.on('pageerror', error => problems.push(error.message));
    page.on('console', message => message.type() === 'error' && problems.push(message.text()));
    page.on('request', request => hosts.add(new URL(request.url()).host));
    await page.goto(url);
    await join(page, 'ada@example.com');
    await page.getByRole('heading', { level: 1, name: 'Your place in line 1' }).waitFor();
    const link = await page.getByLabel(/Share your link|friend/).inputValue();
    expect(link).toMatch(new RegExp(`^${url}\\?ref=[\\w-]+$`));

    await page.goto(link);
    await page.getByRole('button', { name: 'Join with another email' }).click();
    await join(page, 'grace@example.com');
    await page.getByRole('heading', { level: 1, name: 'Your place in line 2' }).waitFor();
    // The page loads nothing from our own host, and the policy blocks none of it.
    expect([...hosts]).toEqual([`bikes.test:${port}`]);
    expect(problems).toEqual([]);
    const { body } = await session.api.get('/api/v1/waitlists/bikes/entries');
    expect(body.entries).toMatchObject([{ email: 'grace@example.com' }, { referralCount: 1 }]);
    await page.close();
  });

  it('shows the waitlist’s bot challenge, which visitors can pass or fail', async () => {
    const page = await browser.newPage();
    await page.goto(await publish('open', PASSES));
    await join(page, 'ada@example.com');
    await page.getByRole('heading', { level: 1, name: 'Your place in line 1' }).waitFor();

    await page.goto(await publish('shut', FAILS));
    await (await join(page, 'ada@example.com')).getByText(/couldn’t verify that you’re human/).waitFor();
    expect((await session.api.get('/api/v1/waitlists/open/entries')).body.total).toBe(1);
    expect((await session.api.get('/api/v1/waitlists/shut/entries')).body.total).toBe(0);
    await page.close();
  });
});
