import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { TEMPLATES } from '../../core/page-code/design.ts';
import { templates } from '../../core/page-code/templates/templates.ts';
import { toPageDesign } from '../../core/pages/page-design.ts';
import { violations, violationsInSchemes } from '../support/axe.ts';
import { describeWithChromium, type Look, shareChromium, show } from '../support/chromium.ts';
import { eventually } from '../support/eventually.ts';
import { shareEmbedSite } from '../support/own-site.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';
import { type PageServer, sharePageServer } from './page-server.ts';

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
  const browser = shareChromium();
  const server = sharePageServer();
  let tab: Page;
  beforeAll(async () => {
    tab = await browser.newPage();
  });

  async function open(view: Parameters<PageServer['publish']>[0], look: Look = {}): Promise<void> {
    const url = server.publish(view);
    server.answer(new URL(url).pathname.slice('/w/'.length), () => PENDING);
    await show(tab, url, look);
  }
  const remembered = () => tab.evaluate('localStorage.length');

  it.each(TEMPLATES)(
    `shows the message, and no place, in the template %s${verifies('confirmation.on-page')}`,
    async template => {
      await open(
        { pageCode: templates[template], design: toPageDesign({ template, brandColor: '#7a1fa2' }) },
        { viewport: { width: 320, height: 640 } },
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
      expect(await violationsInSchemes(tab)).toEqual([]);
      for (const width of [320, 1280]) {
        await tab.setViewportSize({ width, height: 800 });
        expect(await frame.locator('html').evaluate(html => html.scrollWidth - html.clientWidth)).toBe(0);
      }
      expect(await remembered()).toBe(0);
    },
  );

  it(`is shown by the default form, where page code cannot${verifies('confirmation.on-page')}`, async () => {
    await open({ pageCode: formThatShows('result.position.toLocaleString()') });
    await tab.frameLocator('#page').getByRole('button', { name: 'Join' }).click();
    const heading = tab.getByRole('heading', { name: 'Check your email' });
    await heading.waitFor();
    expect(await tab.getByText(MESSAGE).isVisible()).toBe(true);
    expect(await tab.getByText('Your place in line').isVisible()).toBe(false);
    expect(server.signups(new URL(tab.url()).pathname.slice('/w/'.length))).toHaveLength(1);
    expect(await violations(tab)).toEqual([]);
    expect(await remembered()).toBe(0);
  });

  it(`is what onSubmit resolves with${verifies('confirmation.on-submit')}`, async () => {
    await open({ pageCode: formThatShows('JSON.stringify(result)') });
    const frame = tab.frameLocator('#page');
    await frame.getByRole('button', { name: 'Join' }).click();
    expect(JSON.parse((await frame.locator('p').textContent()) ?? '')).toEqual(PENDING.body);
    expect(await tab.locator('.entry-bar').count()).toBe(0);
  });
});

describeWithChromium('confirming an address', () => {
  const browser = shareChromium();
  const session = shareSession();
  const site = shareEmbedSite(session);
  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', {
      name: 'Rocket Bikes',
      slug: 'rockets',
      allowedOrigins: [site.origin],
      confirmation: 'required',
    });
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
    await tab.goto(site.origin);
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
