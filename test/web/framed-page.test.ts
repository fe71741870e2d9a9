import { beforeAll, expect, it } from '@jest/globals';
import type { BrowserContextOptions } from 'playwright-core';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { eventually } from '../support/eventually.ts';
import { askOnHost } from '../support/on-host.ts';
import { shareOwnSite } from '../support/own-site.ts';
import { openSession, shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

describeWithChromium('the hosted page in a frame', () => {
  const browser = shareChromium();
  const session = shareSession();
  const site = shareOwnSite(({ url = '/' }, response) => {
    const slug = new URL(url, 'http://site').pathname.slice(1);
    response
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
      .end(
        `<!doctype html><title>Site</title><iframe id="waitlist" width="700" height="900" referrerpolicy="no-referrer-when-downgrade" src="${session.url}/w/${slug}"></iframe>`,
      );
  });

  beforeAll(async () => {
    for (const [slug, allowedOrigins] of [
      ['framed', [site.origin]],
      ['elsewhere', ['https://rocket.example']],
    ] as const)
      await session.api.post('/api/v1/waitlists', { name: 'Rocket Bikes', slug, allowedOrigins });
  });

  async function open(path: string, options: BrowserContextOptions = {}) {
    const page = await (await browser.newContext(options)).newPage();
    await page.goto(site.origin + path);
    return { page, shell: page.frameLocator('#waitlist') };
  }

  it(`joins from an allowed site, with its referral code, and shows the place${verifies('own-site.framed')}`, async () => {
    const { body: friend } = await session.join('framed', { email: 'friend@example.com' });
    const { page, shell } = await open(`/framed?ref=${friend.referralCode}`);
    const frame = shell.frameLocator('#page');
    await frame.getByLabel('Email').fill('ada@example.com');
    await frame.getByRole('button', { name: 'Join the waitlist' }).click();
    await shell.getByRole('heading', { name: 'Your place in line 2' }).waitFor();
    const { body } = await session.api.get('/api/v1/waitlists/framed/entries');
    expect(body.entries[0]).toMatchObject({ email: 'ada@example.com', referredBy: friend.referralCode });
    await page.context().close();
  });

  it(`joins and leads to the place without JavaScript${verifies('own-site.framed', 'own-site.no-javascript')}`, async () => {
    const { page, shell } = await open('/framed', { javaScriptEnabled: false });
    await shell.getByLabel('Email').fill('grace@example.com');
    await shell.getByRole('button', { name: 'Join the waitlist' }).click();
    await shell.getByRole('heading', { name: 'Your place in line' }).waitFor();
    await shell.getByText('Leave the waitlist').click();
    await shell.getByRole('textbox', { name: 'Email' }).fill('grace@example.com');
    await shell.getByRole('button', { name: 'Email me the link' }).click();
    await shell.getByRole('heading', { name: 'Check your inbox' }).waitFor();
    await page.context().close();
  });

  it(`is blank on any other site${verifies('own-site.framed')}`, async () => {
    const { page } = await open('/elsewhere');
    const frame = page.frames()[1];
    expect(await frame?.locator('#join').count()).toBe(0);
    await page.context().close();
  });
});

it(`lets only allowed origins frame the page and the place${verifies('own-site.framed')}`, async () => {
  const session = await openSession();
  try {
    const sites = ['https://rocket.example', 'https://www.rocket.example:8443'];
    const ancestors = (headers: Headers | NodeJS.Dict<string | string[]>): string | undefined => {
      const policy =
        headers instanceof Headers
          ? headers.get('content-security-policy')
          : headers['content-security-policy'];
      return /frame-ancestors ([^;]*)/.exec(String(policy))?.[1];
    };
    await session.api.post('/api/v1/waitlists', {
      name: 'Rockets',
      slug: 'rockets',
      allowedOrigins: sites,
      confirmation: 'none',
    });
    await session.api.post('/api/v1/waitlists', { name: 'Shut', slug: 'shut' });
    const { body: ada } = await session.join('rockets', { email: 'ada@example.com' });
    const place = new URL(ada.statusUrl).pathname;
    const allowed = ["'self'", ...sites].join(' ');
    for (const path of ['/w/rockets', place]) {
      const { headers } = await session.visitor.get(path);
      expect([path, ancestors(headers)]).toEqual([path, allowed]);
      expect(headers.get('x-frame-options')).toBeNull();
    }
    expect(ancestors((await session.visitor.get('/w/shut')).headers)).toBe("'self'");
    for (const path of ['/', '/c/none', '/u/none', '/s/none', '/sign-in', '/dashboard']) {
      const { headers } = await session.visitor.get(path);
      expect([path, ancestors(headers)]).toEqual([path, "'none'"]);
    }

    await session.api.post('/api/v1/waitlists/rockets/domain', { domain: 'framed.test' });
    await eventually(async () => {
      const rows = await session.sql('SELECT state FROM custom_domains WHERE domain = $1', ['framed.test']);
      expect(rows).toEqual([{ state: 'active' }]);
    });
    for (const path of ['/', place]) {
      const { headers } = await askOnHost(session.url, 'framed.test', { path });
      expect([path, ancestors(headers)]).toEqual([path, allowed]);
    }
  } finally {
    await session.close();
  }
});
