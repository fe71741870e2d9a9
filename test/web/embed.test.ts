import { join } from 'node:path';
import { beforeAll, expect, it } from '@jest/globals';
import { build } from 'esbuild';
import type { Browser, Page } from 'playwright-core';
import { textsOf } from '../../core/languages/texts.ts';
import { violations } from '../support/axe.ts';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { shareOwnSite } from '../support/own-site.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

/** The element appears later, and its slug after it. */
const REACT_APP = `
import { createElement as h, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
function Form() {
  const [joined, setJoined] = useState(null);
  const [count, setCount] = useState(0);
  const element = useRef(null);
  useEffect(() => {
    const listen = event => setJoined(event.detail.position);
    element.current.addEventListener('anteroom:joined', listen);
    return () => element.current?.removeEventListener('anteroom:joined', listen);
  }, []);
  return h('section', null, h('button', { onClick: () => setCount(count + 1) }, 'Render again'),
    h('anteroom-waitlist', { slug: 'rockets', ref: element }), h('output', null, joined && 'React knows: ' + joined));
}
function App() {
  const [isOpen, setOpen] = useState(false);
  return isOpen ? h(Form) : h('button', { onClick: () => setOpen(true) }, 'Open');
}
createRoot(document.getElementById('app')).render(h(App));`;

const HOSTILE: readonly string[] = [
  '* { all: unset !important }',
  '@layer evil { * { all: unset !important } }',
  'button, input, form, label, dialog, a, p, anteroom-waitlist { display: none !important }',
  '* { visibility: hidden !important; font-size: 0 !important; letter-spacing: 9em !important }',
];

describeWithChromium('<anteroom-waitlist>', () => {
  const browser = shareChromium();
  const session = shareSession();
  const pages = new Map<string, string>();
  const site = shareOwnSite((request, response) => {
    const body = pages.get(new URL(request.url ?? '/', 'http://site').pathname);
    const contentType = request.url?.endsWith('.js') ? 'text/javascript' : 'text/html; charset=utf-8';
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': contentType }).end(body ?? '');
  });

  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', {
      name: 'Rocket Bikes',
      slug: 'rockets',
      allowedOrigins: [site.origin],
      design: { brandColor: '#ffd27a', buttonLabel: 'Count me in' },
    });
    await session.api.post('/api/v1/waitlists', { name: 'Shut', slug: 'shut' });
    await session.api.post('/api/v1/waitlists', {
      name: 'Plain',
      slug: 'plain',
      allowedOrigins: [site.origin],
    });
  });

  const script = () => `<script src="${session.url}/embed.js" async></script>`;

  /** Publishes a page on the other origin and opens it. Its events are in `window.events`. */
  async function open(
    path: string,
    html: string,
    options: { query?: string; head?: string; context?: Parameters<Browser['newContext']>[0] } = {},
  ): Promise<Page> {
    pages.set(
      path,
      `<!doctype html><html lang="en"><head><title>Rocket Bikes</title>${options.head ?? ''}</head><body><main><h1>Rockets</h1>${html}</main></body></html>`,
    );
    const page = await (await browser.newContext(options.context)).newPage();
    await page.addInitScript(`window.events = [];
      for (const name of ['joined', 'error'])
        addEventListener('anteroom:' + name, ({ detail }) => events.push([name, detail]));`);
    await page.goto(site.origin + path + (options.query ?? ''));
    return page;
  }
  const events = (page: Page) => page.evaluate('events') as Promise<[string, Record<string, unknown>][]>;
  const submit = async (page: Page, email: string, label = 'Count me in') => {
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: label }).click();
  };

  it(`needs two lines on another site, and joins with the page’s referral code${verifies('own-site.embed', 'own-site.embed-design', 'own-site.embed-ref', 'own-site.embed-events', 'own-site.cors')}`, async () => {
    const { body: friend } = await session.join('rockets', { email: 'friend@example.com' });
    const page = await open(
      '/two-lines',
      `${script()}<anteroom-waitlist slug="rockets"></anteroom-waitlist>`,
      {
        query: `?ref=${friend.referralCode}`,
      },
    );
    const button = page.getByRole('button', { name: 'Count me in' });
    await button.waitFor();
    expect(
      await button.evaluate(element => [
        getComputedStyle(element).backgroundColor,
        getComputedStyle(element).color,
      ]),
    ).toEqual(['rgb(255, 210, 122)', 'rgb(0, 0, 0)']);
    expect(await page.locator('anteroom-waitlist').evaluate(({ shadowRoot }) => shadowRoot?.mode)).toBe(
      'open',
    );
    await submit(page, 'ada@example.com');
    await page.getByRole('heading', { name: 'Your place in line #2' }).waitFor();
    const place = await page.getByRole('link', { name: 'See your place' }).getAttribute('href');
    expect(await events(page)).toEqual([
      [
        'joined',
        {
          position: 2,
          referralCode: expect.any(String),
          referralLink: expect.stringContaining('/w/rockets?ref='),
          statusUrl: place,
          message: expect.any(String),
        },
      ],
    ]);
    expect((await session.visitor.get(new URL(place ?? '').pathname)).status).toBe(200);
    const { body } = await session.api.get('/api/v1/waitlists/rockets/entries');
    expect(body.entries[0]).toMatchObject({ email: 'ada@example.com', referredBy: friend.referralCode });
    await page.context().close();
  });

  it.each([
    ['a module', (url: string) => `<script type="module" src="${url}"></script>`],
    ['import()', (url: string) => `<script type="module">import('${url}')</script>`],
    ['part of another file', () => '<script src="/all.js"></script>'],
    ['an inlined script', (_: string, code: string) => `<script>${code.replaceAll('</', '<\\/')}</script>`],
  ])(`works as %s${verifies('own-site.embed-anywhere')}`, async (name, tag) => {
    const url = `${session.url}/embed.js`;
    const code = await (await fetch(url)).text();
    pages.set('/all.js', `/* other scripts */;${code}`);
    const page = await open(
      '/anywhere',
      `<anteroom-waitlist slug="plain"></anteroom-waitlist>${tag(url, code)}`,
    );
    await submit(page, `${name.replaceAll(/\W/g, '')}@example.com`, 'Join the waitlist');
    await page.getByRole('heading', { name: 'Your place in line' }).waitFor();
    await page.context().close();
  });

  it(`finds the referral code of the page around its frame${verifies('own-site.embed-ref')}`, async () => {
    const { body: friend } = await session.join('plain', { email: 'srcdoc-friend@example.com' });
    const inner = `${script()}<anteroom-waitlist slug=plain></anteroom-waitlist>`;
    const page = await open(
      '/srcdoc',
      `<iframe title="Form" srcdoc="${inner.replaceAll('"', '&quot;')}"></iframe>`,
      { query: `?ref=${friend.referralCode}` },
    );
    const frame = page.frameLocator('iframe');
    await frame.getByLabel('Email').fill('srcdoc@example.com');
    await frame.getByRole('button', { name: 'Join the waitlist' }).click();
    await frame.getByRole('heading', { name: 'Your place in line' }).waitFor();
    const { body } = await session.api.get('/api/v1/waitlists/plain/entries?email=srcdoc@example.com');
    expect(body.entries[0]).toMatchObject({ referredBy: friend.referralCode });
    await page.context().close();
  });

  it(`shows a ticket with the link to share, and again after a reload${verifies('own-site.embed-ticket', 'own-site.share-url-in-links')}`, async () => {
    await session.api.post('/api/v1/waitlists', {
      name: 'Ticketed',
      slug: 'ticketed',
      allowedOrigins: [site.origin],
      shareUrl: `${site.origin}/ticket`,
    });
    await session.license('ticketed');
    await session.api.patch('/api/v1/waitlists/ticketed', { referralEnabled: true, referralBoost: 3 });
    for (const n of [1, 2]) await session.join('ticketed', { email: `before${n}@example.com` });
    const page = await open('/ticket', `<anteroom-waitlist slug="ticketed"></anteroom-waitlist>${script()}`, {
      context: { permissions: ['clipboard-read', 'clipboard-write'] },
    });
    await submit(page, 'ada@example.com', 'Join the waitlist');
    const place = page.getByRole('heading', { name: 'Your place in line #3' });
    await place.waitFor();
    await page.getByText('2 people ahead of you').waitFor();
    const link = page.getByLabel('Move up 3 places for each friend who joins with your link.');
    expect(await link.inputValue()).toMatch(new RegExp(`^${site.origin}/ticket\\?ref=\\w+$`));
    await page.getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied.').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await link.inputValue());
    expect(await violations(page)).toEqual([]);

    await session.join('ticketed', {
      email: 'friend@example.com',
      referralCode: new URL(await link.inputValue()).searchParams.get('ref'),
    });
    await page.reload();
    await page.getByRole('heading', { name: 'Your place in line #1' }).waitFor();
    await page.getByText('Nobody is ahead of you').waitFor();
    expect(await page.evaluate('document.activeElement === document.body')).toBe(true);

    await page.getByRole('button', { name: 'Join with another email' }).click();
    await submit(page, 'grace@example.com', 'Join the waitlist');
    await page.getByRole('heading', { name: 'Your place in line #5' }).waitFor();
    await session.sql(
      `SELECT erase_entry($1, w.id, e.id) FROM waitlists w JOIN entries e ON e.waitlist_id = w.id WHERE w.slug = 'ticketed' AND e.seq = 5`,
      [session.accountId],
    );
    await page.reload();
    await page.getByLabel('Email').waitFor();
    expect(await page.evaluate('localStorage.length')).toBe(0);
    await page.context().close();
  });

  it(`asks for a name where it should${verifies('own-site.embed-name')}`, async () => {
    const page = await open(
      '/name',
      `<anteroom-waitlist slug="plain" ask-name></anteroom-waitlist>${script()}`,
    );
    await page.getByLabel('Name').fill('Ada Lovelace');
    await submit(page, 'named@example.com', 'Join the waitlist');
    await page.getByRole('heading', { name: 'Your place in line' }).waitFor();
    const { body } = await session.api.get('/api/v1/waitlists/plain/entries?email=named@example.com');
    expect(body.entries[0]).toMatchObject({ name: 'Ada Lovelace' });
    await page.context().close();
  });

  it(`asks about a slip in the address${verifies('signups.suggestion')}`, async () => {
    const page = await open('/slip', `<anteroom-waitlist slug="plain"></anteroom-waitlist>${script()}`);
    await submit(page, 'slip@gmial.com', 'Join the waitlist');
    await page.getByText('Did you mean slip@gmail.com?').waitFor();
    expect(await events(page)).toEqual([]);
    await page.getByRole('button', { name: 'Use slip@gmail.com' }).click();
    await page.getByRole('heading', { name: 'Your place in line' }).waitFor();
    const { body } = await session.api.get('/api/v1/waitlists/plain/entries?email=slip@gmail.com');
    expect(body.total).toBe(1);
    await page.context().close();
  });

  it(`does not call a waitlist closed when the server does not answer, and tries again${verifies('own-site.embed-anywhere', 'signups.try-again')}`, async () => {
    const page = await open('/away', `<anteroom-waitlist slug="plain"></anteroom-waitlist>`);
    let isDown = true;
    await page.route('**/embed.json*', route =>
      isDown ? route.fulfill({ status: 404, body: '<!doctype html>' }) : route.continue(),
    );
    await page.route('**/signups', route => (isDown ? route.abort() : route.continue()));
    await page.addScriptTag({ url: `${session.url}/embed.js` });
    // Without its texts, there is no form yet.
    await page.waitForResponse('**/embed.json*');
    expect(await page.getByText('no longer open').count()).toBe(0);
    expect(await page.getByRole('button').count()).toBe(0);
    await page.unroute('**/embed.json*');
    await submit(page, 'away@example.com', 'Join the waitlist');
    await page.getByText('We’re trying again').waitFor();
    isDown = false;
    await page.getByRole('heading', { name: 'Your place in line' }).waitFor();
    await page.context().close();
  });

  it(`says what is wrong, in the form and in an event${verifies('own-site.embed-events')}`, async () => {
    const page = await open('/problems', `<anteroom-waitlist slug="plain"></anteroom-waitlist>${script()}`);
    await submit(page, 'nonsense', 'Join the waitlist');
    await page.getByText('That email address doesn’t look right.').waitFor();
    expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
    expect(await page.evaluate('document.activeElement.shadowRoot.activeElement.id')).toBe('email');
    await session.join('plain', { email: 'known@example.com' });
    await submit(page, 'known@example.com', 'Join the waitlist');
    await page.getByText('This email is already on the list.').waitFor();
    expect(await events(page)).toEqual([
      ['error', { code: 'validation_failed', message: expect.any(String) }],
      ['error', { code: 'already_joined', message: expect.any(String) }],
    ]);
    await page.context().close();
  });

  it(`says so on a site that is not allowed, and for a waitlist that does not exist${verifies('own-site.origin-refused', 'own-site.embed-warning')}`, async () => {
    const page = await open('/shut', '<anteroom-waitlist slug="shut"></anteroom-waitlist>');
    const warning = page.waitForEvent('console', message => message.type() === 'warning');
    await page.addScriptTag({ url: `${session.url}/embed.js` });
    expect((await warning).text()).toContain(`because ${site.origin} is not one of its allowed origins`);
    await submit(page, 'eve@example.com', 'Join the waitlist');
    await page.getByText('This form isn’t set up for this site yet.').waitFor();
    expect((await events(page)).map(([, { code }]) => code)).toEqual(['origin_not_allowed']);
    expect((await session.api.get('/api/v1/waitlists/shut/entries')).body.total).toBe(0);
    await page.context().close();
    const gone = await open(
      '/gone',
      `<anteroom-waitlist slug="no-such-list"></anteroom-waitlist>${script()}`,
    );
    await gone.getByText('This waitlist is no longer open.').waitFor();
    expect((await events(gone)).map(([, { code }]) => code)).toEqual(['not_found']);
    await gone.context().close();
  });

  it(`is in the language of its lang, else of the page around it, and sends it${verifies('languages.embed', 'languages.sent', 'languages.mirrored')}`, async () => {
    await session.api.post('/api/v1/waitlists', {
      name: 'Plain',
      slug: 'tongues',
      languages: ['en', 'de', 'ar'],
      allowedOrigins: [site.origin],
    });
    const page = await open(
      '/tongues',
      `<div lang="de-AT"><anteroom-waitlist slug="tongues"></anteroom-waitlist></div><anteroom-waitlist slug="tongues" lang="ar"></anteroom-waitlist>${script()}`,
    );
    const [de, ar] = [textsOf('de'), textsOf('ar')];
    const arabic = page.locator('anteroom-waitlist[lang=ar]');
    const button = arabic.getByRole('button', { name: ar.signupPage.submit });
    await button.waitFor();
    const [field, side] = [await arabic.getByRole('textbox').boundingBox(), await button.boundingBox()];
    expect(field?.x).toBeGreaterThan(side?.x ?? Number.POSITIVE_INFINITY);
    const german = page.locator('[lang=de-AT] anteroom-waitlist');
    await german.getByLabel(de.signupPage.email).fill('nonsense');
    await german.getByRole('button', { name: de.signupPage.submit }).click();
    await german.getByText(de.form.emailInvalid).waitFor();
    await german.getByLabel(de.signupPage.email).fill('lena@example.com');
    await german.getByRole('button', { name: de.signupPage.submit }).click();
    await german.getByRole('heading', { name: de.place.label }).waitFor();
    const { body } = await session.api.get('/api/v1/waitlists/tongues/entries?email=lena@example.com');
    expect(body.entries).toMatchObject([{ language: 'de' }]);
    expect(await violations(page)).toEqual([]);
    await page.context().close();
  });

  it(`works several times on a page, and when its script is there twice${verifies('own-site.embed')}`, async () => {
    const page = await open(
      '/several',
      `${script()}<anteroom-waitlist slug="plain"></anteroom-waitlist><anteroom-waitlist slug="rockets"></anteroom-waitlist>${script()}`,
    );
    const second = page.locator('anteroom-waitlist').nth(1);
    await second.getByLabel('Email').fill('second@example.com');
    await second.getByRole('button', { name: 'Count me in' }).click();
    await second.getByRole('heading', { name: 'Your place in line' }).waitFor();
    const first = page.locator('anteroom-waitlist').nth(0);
    await first.getByLabel('Email').fill('first@example.com');
    await first.getByRole('button', { name: 'Join the waitlist' }).click();
    await first.getByRole('heading', { name: 'Your place in line' }).waitFor();
    expect((await events(page)).map(([name]) => name)).toEqual(['joined', 'joined']);
    await page.context().close();
  });

  it(`shows the other waitlist when its slug changes${verifies('own-site.embed')}`, async () => {
    const page = await open('/change', `<anteroom-waitlist slug="rockets"></anteroom-waitlist>${script()}`);
    await page.getByRole('button', { name: 'Count me in' }).waitFor();
    await page.locator('anteroom-waitlist').evaluate(element => element.setAttribute('slug', 'plain'));
    await page.getByRole('button', { name: 'Join the waitlist' }).waitFor();
    expect(await page.getByRole('button').count()).toBe(1);
    await page.context().close();
  });

  it(`works in React, added later and rendered again${verifies('own-site.embed-react')}`, async () => {
    const { outputFiles } = await build({
      stdin: { contents: REACT_APP, resolveDir: join(import.meta.dirname, '../..') },
      bundle: true,
      write: false,
      format: 'iife',
      define: { 'process.env.NODE_ENV': '"production"' },
    });
    pages.set('/app.js', outputFiles[0]?.text ?? '');
    const page = await open('/react', `<div id="app"></div><script src="/app.js"></script>${script()}`);
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByLabel('Email').fill('react@example.com');
    await page.getByRole('button', { name: 'Render again' }).click();
    expect(await page.getByLabel('Email').inputValue()).toBe('react@example.com');
    await page.getByRole('button', { name: 'Count me in' }).click();
    await page.getByText(/React knows: \d+/).waitFor();
    expect(await page.getByRole('heading', { name: 'Your place in line' }).count()).toBe(1);
    await page.context().close();
  });

  it.each(HOSTILE)(`is not broken by %s${verifies('own-site.embed-hostile-css')}`, async css => {
    const page = await open('/hostile', `${script()}<anteroom-waitlist slug="rockets"></anteroom-waitlist>`, {
      head: `<style>${css}</style>`,
    });
    const button = page.getByRole('button', { name: 'Count me in' });
    await button.waitFor();
    expect((await button.boundingBox())?.height).toBe(48);
    expect(await page.locator('anteroom-waitlist').evaluate(element => element.clientWidth)).toBeGreaterThan(
      300,
    );
    const { fontSize, letterSpacing, backgroundColor } = await button.evaluate(element =>
      JSON.parse(JSON.stringify(getComputedStyle(element))),
    );
    expect([fontSize, letterSpacing, backgroundColor]).toEqual(['16px', 'normal', 'rgb(255, 210, 122)']);
    await submit(page, `hostile${HOSTILE.indexOf(css)}@example.com`);
    await page.getByRole('link', { name: 'See your place' }).waitFor();
    await page.context().close();
  });

  it(`can be styled with variables and parts${verifies('own-site.embed-styling')}`, async () => {
    const page = await open('/styled', `<anteroom-waitlist slug="rockets"></anteroom-waitlist>${script()}`, {
      head: `<style>
        anteroom-waitlist { --anteroom-color: rgb(1, 2, 3); --anteroom-on-color: rgb(250, 251, 252); --anteroom-radius: 3px; }
        anteroom-waitlist::part(form) { gap: 21px }
        anteroom-waitlist::part(input) { background: rgb(4, 5, 6) }
        anteroom-waitlist::part(button) { font-size: 23px }
        anteroom-waitlist::part(message) { color: rgb(7, 8, 9) }
      </style>`,
    });
    await submit(page, 'nonsense');
    await page.getByText('doesn’t look right').waitFor();
    const styles = await page.locator('anteroom-waitlist').evaluate(({ shadowRoot }) =>
      ['form', 'input', 'button', 'p'].map(tag => {
        const { gap, backgroundColor, color, fontSize, borderRadius } = getComputedStyle(
          shadowRoot?.querySelector(tag) as Element,
        );
        return { gap, backgroundColor, color, fontSize, borderRadius };
      }),
    );
    expect(styles).toMatchObject([
      { gap: '21px' },
      { backgroundColor: 'rgb(4, 5, 6)', borderRadius: '3px' },
      { backgroundColor: 'rgb(1, 2, 3)', color: 'rgb(250, 251, 252)', fontSize: '23px' },
      { color: 'rgb(7, 8, 9)' },
    ]);
    await page.context().close();
  });

  it(`runs the bot challenge in the top document${verifies('own-site.embed-challenge')}`, async () => {
    await session.api.post('/api/v1/waitlists', {
      name: 'Guarded',
      slug: 'guarded',
      allowedOrigins: [site.origin],
    });
    await session.api.request('PUT', '/api/v1/waitlists/guarded/turnstile', {
      body: JSON.stringify({
        siteKey: '3x00000000000000000000FF',
        secretKey: '1x0000000000000000000000000000000AA',
      }),
      headers: { 'content-type': 'application/json' },
    });
    const page = await open(
      '/guarded',
      `<anteroom-waitlist slug="guarded"></anteroom-waitlist><anteroom-waitlist slug="guarded"></anteroom-waitlist>${script()}`,
    );
    // Both ask for the script before it is there.
    const loads: string[] = [];
    let release = () => {};
    const isWanted = new Promise<void>(resolve => {
      release = resolve;
    });
    await page.route('**/api.js*', async route => {
      loads.push(route.request().url());
      await isWanted;
      await route.continue();
    });
    for (const index of [0, 1]) {
      const email = page.locator('anteroom-waitlist').nth(index).getByLabel('Email');
      await email.waitFor();
      await email.focus();
    }
    release();
    for (const index of [0, 1]) {
      const form = page.locator('anteroom-waitlist').nth(index);
      await form.getByLabel('Email').fill(`guarded${index}@example.com`);
      await form.getByRole('button', { name: 'Join the waitlist' }).click();
      await page.getByRole('dialog', { name: 'One quick check' }).waitFor();
      // In the page's own document, where Cloudflare's script finds it.
      expect(await page.evaluate(`document.querySelectorAll('anteroom-waitlist > div label').length`)).toBe(
        1,
      );
      await form.getByLabel('Verify you are human').click();
      await form.getByRole('heading', { name: 'Your place in line' }).waitFor();
    }
    expect((await events(page)).map(([name]) => name)).toEqual(['joined', 'joined']);
    expect(loads).toHaveLength(1);
    await page.context().close();
  });

  it(`obeys a strict content security policy${verifies('own-site.embed')}`, async () => {
    const page = await open('/strict', `<anteroom-waitlist slug="rockets"></anteroom-waitlist>${script()}`, {
      head: `<meta http-equiv="content-security-policy" content="default-src 'none'; script-src ${session.url}; connect-src ${session.url}; require-trusted-types-for 'script'">`,
    });
    await page.getByRole('button', { name: 'Count me in' }).waitFor();
    expect((await page.getByRole('button').boundingBox())?.height).toBe(48);
    await submit(page, 'strict@example.com');
    await page.getByRole('heading', { name: 'Your place in line' }).waitFor();
    await page.context().close();
  });

  it.each([
    ['light', '#fff', '#111'],
    ['dark', '#111', '#fff'],
  ] as const)(
    `can be used with the keyboard and a screen reader, on a %s page${verifies('own-site.embed-accessible')}`,
    async (colorScheme, background, color) => {
      const page = await open(
        `/${colorScheme}`,
        `<anteroom-waitlist slug="plain"></anteroom-waitlist>${script()}`,
        {
          head: `<style>body { background: ${background}; color: ${color} }</style>`,
          context: { colorScheme },
        },
      );
      await page.getByRole('form', { name: 'Join the waitlist for Plain' }).waitFor();
      await page.getByRole('button').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Tab');
      await page.keyboard.type('nonsense');
      await page.keyboard.press('Enter');
      await page.getByRole('status').getByText('doesn’t look right').waitFor();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('ControlOrMeta+a');
      await page.keyboard.type(`keys-${colorScheme}@example.com`);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Your place in line' }).waitFor();
      expect(await page.evaluate('document.activeElement.shadowRoot.activeElement.tagName')).toBe('H2');
      expect(await violations(page)).toEqual([]);
      await page.context().close();
    },
  );
});
