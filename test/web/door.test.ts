import { beforeAll, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { TEMPLATES } from '../../core/page-code/design.ts';
import { templates } from '../../core/page-code/templates/templates.ts';
import { toPageDesign } from '../../core/pages/page-design.ts';
import { violations, violationsInSchemes } from '../support/axe.ts';
import { describeWithChromium, shareChromium, show } from '../support/chromium.ts';
import { shareEmbedSite } from '../support/own-site.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';
import { type PageServer, sharePageServer } from './page-server.ts';

type View = Parameters<PageServer['publish']>[0];

const OPENS_AT = '2031-12-01T10:00:00.000Z';
const DOORS = {
  not_yet: { door: 'not_yet', opensAt: OPENS_AT, closedMessage: 'Come back in spring' },
  full: { door: 'full', opensAt: null, closedMessage: 'All seats are taken' },
  closed: { door: 'closed', opensAt: null, closedMessage: 'Thank you all' },
} as const;
/** The page is in New York. */
const OPENS = 'Monday, December 1, 2031 at 5:00 AM EST';

describeWithChromium('a page that nobody can join', () => {
  const browser = shareChromium();
  const server = sharePageServer();
  let tab: Page;
  beforeAll(async () => {
    tab = await browser.newPage({ timezoneId: 'America/New_York' });
  });
  const open = (view: View) => show(tab, server.publish(view), { viewport: { width: 320, height: 640 } });

  it.each(TEMPLATES)(
    `says why instead of the form, and offers the way to one’s place, in the template %s${verifies('door.page', 'door.page-code', 'door.status-link')}`,
    async template => {
      const design = toPageDesign({ template, brandColor: '#7a1fa2' });
      for (const [state, door] of Object.entries(DOORS)) {
        await open({ ...door, pageCode: templates[template], design });
        const frame = tab.frameLocator('#page');
        await frame.getByText(door.closedMessage).waitFor();
        expect(await frame.getByLabel('Email').count()).toBe(0);
        expect(await frame.getByText(`Opens ${OPENS}`).count()).toBe(state === 'not_yet' ? 1 : 0);
        expect(await frame.getByText('A place may open up').count()).toBe(state === 'full' ? 1 : 0);
        const bar = tab.getByRole('complementary', { name: 'Your place' });
        expect(await bar.getByLabel('Already on the list?').isVisible()).toBe(true);
        expect(await bar.getByText(door.closedMessage).count()).toBe(0);
        expect(await frame.locator('html').evaluate(html => html.scrollWidth - html.clientWidth)).toBe(0);
      }
      expect(await violationsInSchemes(tab)).toEqual([]);
    },
  );

  it(`says it below page code that does not know${verifies('door.page-code')}`, async () => {
    const pageCode = `function GeneratedWaitlist(props) {
      const h = React.createElement;
      return h('main', null, h('h1', null, JSON.stringify(props.waitlist)));
    }`;
    await open({ ...DOORS.not_yet, pageCode });
    const props = JSON.parse((await tab.frameLocator('#page').locator('h1').textContent()) ?? '');
    expect(props).toMatchObject(DOORS.not_yet);
    const bar = tab.getByRole('complementary', { name: 'Your place' });
    await bar.getByText('Come back in spring').waitFor();
    await bar.getByText(`Opens ${OPENS}`).waitFor();
    expect(await violations(tab)).toEqual([]);
  });

  it(`says it where page code fails${verifies('door.page')}`, async () => {
    await open({ ...DOORS.not_yet, pageCode: 'function GeneratedWaitlist() { throw new Error("No"); }' });
    const form = tab.locator('#join');
    await form.getByText('Come back in spring').waitFor();
    await form.getByText(`Opens ${OPENS}`).waitFor();
    expect(await form.getByLabel('Email').count()).toBe(0);
    expect(await violations(tab)).toEqual([]);
  });

  it(`shows the form by itself once it opens${verifies('door.opens-by-itself')}`, async () => {
    const page = await (await browser.newContext()).newPage();
    await page.clock.install({ time: new Date('2031-12-01T09:00:00Z') });
    const slug = 'spring';
    await page.goto(server.publish({ ...DOORS.not_yet, slug }));
    const frame = page.frameLocator('#page');
    await frame.getByText('Come back in spring').waitFor();
    server.publish({ slug });
    await page.clock.fastForward('59:00');
    expect(await frame.getByText('Come back in spring').isVisible()).toBe(true);
    await page.clock.fastForward('01:05');
    await frame.getByLabel('Email').waitFor();
    await page.close();
  });
});

describeWithChromium('a waitlist that nobody can join', () => {
  const browser = shareChromium();
  const session = shareSession();
  const site = shareEmbedSite(session);
  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', {
      name: 'Rocket Bikes',
      slug: 'rockets',
      allowedOrigins: [site.origin],
      opensAt: OPENS_AT,
      closedMessage: 'Come back in spring',
    });
  });

  it(`says it on another site, and links to the page${verifies('door.embed')}`, async () => {
    const tab = await browser.newPage({ timezoneId: 'America/New_York' });
    await tab.goto(site.origin);
    await tab.getByText('Come back in spring').waitFor();
    expect(await tab.getByText(`Opens ${OPENS}`).isVisible()).toBe(true);
    expect(await tab.getByLabel('Email').count()).toBe(0);
    const link = tab.getByRole('link', { name: 'Already on the list? See your place' });
    expect(await link.getAttribute('href')).toBe(`${session.url}/w/rockets`);
    expect(await violations(tab)).toEqual([]);
    await tab.close();
  });

  it.each([true, false])(
    `mails the link to one’s place from the page (JavaScript: %s)${verifies('door.status-link', 'door.page')}`,
    async javaScriptEnabled => {
      const context = await browser.newContext({ javaScriptEnabled, timezoneId: 'America/New_York' });
      const tab = await context.newPage();
      await tab.goto(`${session.url}/w/rockets`);
      const page = javaScriptEnabled ? tab.frameLocator('#page') : tab;
      await page.getByText('Come back in spring').waitFor();
      await page.getByText(javaScriptEnabled ? `Opens ${OPENS}` : 'Opens Monday, December 1, 2031').waitFor();
      await tab.getByLabel('Already on the list?').fill('ada@example.com');
      await tab.getByRole('button', { name: 'Email me my place' }).click();
      await tab.getByRole('heading', { name: 'Check your inbox' }).waitFor();
      await context.close();
    },
  );
});
