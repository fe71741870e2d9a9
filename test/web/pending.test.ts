import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { TEMPLATES } from '../../core/page-code/design.ts';
import { templates } from '../../core/page-code/templates/templates.ts';
import { toPageDesign } from '../../core/pages/page-design.ts';
import { violations } from '../support/axe.ts';
import { connectChromium, describeWithChromium } from '../support/chromium.ts';
import { eventually } from '../support/eventually.ts';
import { type ApiSession, openSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';
import { type PageServer, startPageServer } from './page-server.ts';

const MESSAGE = 'We’ve sent you a link to confirm your address.';
const PENDING = { status: 202, body: { pending: true, message: MESSAGE } };

const page = (body: string) => `function GeneratedWaitlist(props) { const h = React.createElement; ${body} }`;

/** Page code that sends a signup, and shows what `render` makes of its result. */
const formThatShows = (render: string) =>
  page(`
    const [result, setResult] = React.useState(null);
    if (result) return h('p', null, ${render});
    return h('button', { onClick: () => props.onSubmit({ email: 'ada@example.com' }).then(setResult) }, 'Join');`);

describeWithChromium('a signup that waits to be confirmed', () => {
  let server: PageServer;
  let browser: Browser;
  beforeAll(async () => {
    [server, browser] = await Promise.all([startPageServer(), connectChromium()]);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  async function open(
    view: Parameters<PageServer['publish']>[0],
    options: BrowserContextOptions = {},
  ): Promise<Page> {
    const url = server.publish(view);
    server.answer(new URL(url).pathname.slice('/w/'.length), () => PENDING);
    const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
    const tab = await context.newPage();
    await tab.goto(url);
    return tab;
  }
  const remembered = (tab: Page) => tab.evaluate('localStorage.length');

  describe.each(TEMPLATES)('in the template %s', template => {
    it.each(['light', 'dark'] as const)(
      `shows the message, and no place (%s)${verifies('confirmation.on-page')}`,
      async colorScheme => {
        const tab = await open(
          { pageCode: templates[template], design: toPageDesign({ template, brandColor: '#7a1fa2' }) },
          { viewport: { width: 320, height: 640 }, colorScheme },
        );
        const frame = tab.frameLocator('#page');
        await frame.getByLabel('Email').fill('ada@example.com');
        await frame.getByLabel('Email').press('Enter');
        const heading = frame.getByRole('heading', { name: 'Check your email' });
        await heading.waitFor();
        expect(await frame.getByText(MESSAGE).isVisible()).toBe(true);
        expect(await frame.getByLabel('Email').count()).toBe(0);
        expect(await frame.getByText(/place in line|on the list/).count()).toBe(0);
        expect(await heading.evaluate(element => element === element.ownerDocument.activeElement)).toBe(true);
        expect(await violations(tab)).toEqual([]);
        for (const width of [320, 1280]) {
          await tab.setViewportSize({ width, height: 800 });
          expect(await frame.locator('html').evaluate(html => html.scrollWidth - html.clientWidth)).toBe(0);
        }
        expect(await remembered(tab)).toBe(0);
        await tab.context().close();
      },
    );
  });

  it(`is shown by the default form, where page code cannot${verifies('confirmation.on-page')}`, async () => {
    const tab = await open({ pageCode: formThatShows('result.position.toLocaleString()') });
    await tab.frameLocator('#page').getByRole('button', { name: 'Join' }).click();
    const heading = tab.getByRole('heading', { name: 'Check your email' });
    await heading.waitFor();
    expect(await tab.getByText(MESSAGE).isVisible()).toBe(true);
    expect(await tab.getByText('Your place in line').isVisible()).toBe(false);
    expect(server.signups(new URL(tab.url()).pathname.slice('/w/'.length))).toHaveLength(1);
    expect(await violations(tab)).toEqual([]);
    expect(await remembered(tab)).toBe(0);
    await tab.context().close();
  });

  it(`is what onSubmit resolves with${verifies('confirmation.on-submit')}`, async () => {
    const tab = await open({ pageCode: formThatShows('JSON.stringify(result)') });
    const frame = tab.frameLocator('#page');
    await frame.getByRole('button', { name: 'Join' }).click();
    expect(JSON.parse((await frame.locator('p').textContent()) ?? '')).toEqual(PENDING.body);
    expect(await tab.locator('.entry-bar').count()).toBe(0);
    await tab.context().close();
  });
});

describeWithChromium('confirming an address', () => {
  let session: ApiSession;
  let browser: Browser;
  let site: Server;
  let origin: string;
  beforeAll(async () => {
    [session, browser] = await Promise.all([openSession(), connectChromium()]);
    site = createServer((_request, response) => {
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(`<!doctype html><html lang="en"><head><title>Rockets</title></head><body><main><h1>Rockets</h1>
          <script src="${session.url}/embed.js" async></script>
          <anteroom-waitlist slug="rockets"></anteroom-waitlist></main></body></html>`);
    });
    await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve));
    origin = `http://localhost:${(site.address() as AddressInfo).port}`;
    await session.api.post('/api/v1/waitlists', {
      name: 'Rocket Bikes',
      slug: 'rockets',
      allowedOrigins: [origin],
      confirmation: 'required',
    });
  });
  afterAll(async () => {
    await browser?.close();
    await new Promise<unknown>(resolve => (site ? site.close(resolve) : resolve(null)));
    await session?.close();
  });

  const linkFor = (address: string) =>
    eventually(async () => {
      const message = (await session.mail()).find(({ to }) => to === address);
      const [link] = /http\S+\/c\/\S+/.exec(message?.text ?? '') ?? [];
      expect(link).toBeDefined();
      return link ?? '';
    });

  it(`on another site is asked for by the embed${verifies('confirmation.on-page', 'confirmation.embed-event')}`, async () => {
    const tab = await browser.newPage();
    await tab.addInitScript(`window.events = [];
      for (const name of ['joined', 'pending', 'error'])
        addEventListener('anteroom:' + name, ({ detail }) => events.push([name, detail]));`);
    await tab.goto(origin);
    await tab.getByLabel('Email').fill('embedded@example.com');
    await tab.getByRole('button', { name: 'Join the waitlist' }).click();
    await tab.getByRole('heading', { name: 'Check your email' }).waitFor();
    expect(await tab.getByText('If this address can get our emails').isVisible()).toBe(true);
    expect(await tab.getByRole('link').count()).toBe(0);
    expect(await tab.evaluate('events')).toEqual([['pending', { message: expect.stringContaining('link') }]]);
    expect(await violations(tab)).toEqual([]);
    await tab.close();
  });

  it.each([true, false])(
    `leads from the page to the place (JavaScript: %s)${verifies('confirmation.form', 'confirmation.post-joins', 'confirmation.on-page')}`,
    async javaScriptEnabled => {
      const context = await browser.newContext({ javaScriptEnabled });
      const tab = await context.newPage();
      const address = `browser-${javaScriptEnabled}@example.com`;
      await tab.goto(`${session.url}/w/rockets`);
      const form = javaScriptEnabled ? tab.frameLocator('#page') : tab;
      await form.getByLabel('Email').fill(address);
      await form.getByRole('button', { name: 'Join the waitlist' }).click();
      await form.getByRole('heading', { name: 'Check your email' }).waitFor();
      expect(await tab.getByRole('heading', { name: 'Your place in line' }).count()).toBe(0);

      await tab.goto(await linkFor(address));
      expect(tab.url()).toContain('/c/');
      if (javaScriptEnabled) expect(await violations(tab)).toEqual([]);
      await tab.getByRole('button', { name: 'Confirm my email' }).click();
      await tab.waitForURL('**/s/*');
      await tab.getByRole('heading', { name: /^Your place in line/ }).waitFor();
      await context.close();
    },
  );
});
