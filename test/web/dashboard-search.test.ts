import { beforeAll, expect, it } from '@jest/globals';
import { findItems, listItems } from '../../web/dashboard/search/search-items.ts';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

describeWithChromium('search and help', () => {
  const browser = shareChromium();
  const session = shareSession({ environment: { SUPPORT_EMAIL: 'help@anteroom.test' } });
  let visit: DashboardVisit;
  let ids: { tea: string; template: string };
  beforeAll(async () => {
    const { body } = await session.api.post('/api/v1/waitlists', { name: 'Moonshot Tea', slug: 'tea' });
    await session.api.post('/api/v1/waitlists', { name: 'Rocket Bikes', slug: 'bikes' });
    const { body: made } = await session.api.post('/api/v1/email-templates', {
      name: 'Welcome aboard',
      subject: 'Hi',
      html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Hi</title></head><body><p>Hi</p></body></html>',
    });
    ids = { tea: body.waitlist.id, template: made.template.id };
    visit = await openSignedIn(browser, session, '/dashboard/waitlists/bikes/settings');
    await visit.page.getByLabel('Name', { exact: true }).waitFor();
  }, 2 * PATIENCE_MS);

  const dialog = () => visit.page.getByRole('dialog', { name: 'Search' });
  const field = () => dialog().getByRole('combobox', { name: 'Search' });
  const selected = () => dialog().locator('[aria-selected="true"]');
  const path = () => new URL(visit.page.url()).pathname.replace('/dashboard', '');

  it(
    `goes to tabs, templates, and screens with the keyboard${verifies('dashboard.search')}`,
    async () => {
      const { page } = visit;
      // From a field, with the shortcut.
      await page.getByLabel('Name', { exact: true }).focus();
      for (const [query, first, to] of [
        ['tea share', 'Moonshot Tea › Share', `/waitlists/${ids.tea}/share`],
        ['moon', 'Moonshot Tea', `/waitlists/${ids.tea}`],
        ['welc', 'Welcome aboard', `/templates/${ids.template}`],
        ['api', 'API keys', '/settings/keys'],
        ['agents', 'Agents', '/settings/agents'],
        ['bill', 'Billing', '/billing'],
        ['acc', 'Account', '/settings/account'],
      ] as const) {
        await page.keyboard.press('ControlOrMeta+k');
        await field().fill(query);
        await selected().getByText(first, { exact: true }).waitFor();
        const active = await field().getAttribute('aria-activedescendant');
        expect(await selected().getAttribute('id')).toBe(active);
        await page.keyboard.press('Enter');
        await dialog().waitFor({ state: 'hidden' });
        await page.waitForURL(url => url.pathname === `/dashboard${to}`);
      }
    },
    2 * PATIENCE_MS,
  );

  it(
    `moves with the arrows, says that nothing was found, and gives the focus back${verifies('dashboard.search')}`,
    async () => {
      const { page } = visit;
      const button = page.getByRole('button', { name: 'Search' });
      await button.focus();
      await page.keyboard.press('Enter');
      await field().fill('bikes');
      await selected().getByText('Rocket Bikes', { exact: true }).waitFor();
      await page.keyboard.press('ArrowDown');
      await selected().getByText('Rocket Bikes › Page').waitFor();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      await selected().getByText('Rocket Bikes › Webhooks').waitFor();
      for (const width of [1280, 360])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.setViewportSize({ width, height: 740 });
          await page.emulateMedia({ colorScheme });
          await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
          expect({ width, colorScheme, violations: await visit.violations() }).toEqual({
            width,
            colorScheme,
            violations: [],
          });
        }
      await page.setViewportSize({ width: 1280, height: 740 });
      await field().fill('zebra');
      await dialog().getByText('Nothing found for “zebra”.').waitFor();
      expect(await visit.violations()).toEqual([]);
      const before = path();
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await dialog().waitFor({ state: 'hidden' });
      expect(path()).toBe(before);
      await page.locator('button:focus', { hasText: 'Search' }).waitFor();
    },
    2 * PATIENCE_MS,
  );

  it(
    `leads to the documentation and to support${verifies('dashboard.help', 'dashboard.search')}`,
    async () => {
      const { page, context } = visit;
      const menu = page.getByRole('navigation', { name: 'Dashboard' });
      const support = menu.getByRole('link', { name: 'Email support' });
      expect(await support.getAttribute('href')).toBe('mailto:help@anteroom.test');
      const open = async (act: () => Promise<unknown>) => {
        const [opened] = await Promise.all([context.waitForEvent('page'), act()]);
        await opened.waitForURL(`${session.url}/docs`);
        await opened.close();
      };
      await open(() => menu.getByRole('link', { name: 'Docs', exact: true }).click());
      await page.keyboard.press('ControlOrMeta+k');
      await field().fill('docs');
      await open(() => page.keyboard.press('Enter'));
    },
    2 * PATIENCE_MS,
  );
});

it(`puts what is open first, and tells only waitlists of one name apart${verifies('dashboard.search')}`, () => {
  const tea = ['tea', 'tea-japan'].map(slug => ({ id: slug, slug, name: 'Moonshot Tea' }));
  const waitlists = [...tea, { id: 'bikes', slug: 'rocket', name: 'Moon Bikes' }];
  const items = listItems({ waitlists, templates: [], supportEmail: null, openId: 'tea-japan' });
  const found = (query: string) => findItems(items, query).map(({ label, detail }) => `${label} ${detail}`);
  expect(found('')[0]).toBe('Moonshot Tea tea-japan');
  expect(found('tea signups')).toEqual(['Moonshot Tea › Signups tea-japan', 'Moonshot Tea › Signups tea']);
  expect(found('rocket signups')).toEqual(['Moon Bikes › Signups undefined']);
  expect(found('japan page')).toEqual(['Moonshot Tea › Page tea-japan']);
});

it(`lists no support where the operator gave no address${verifies('dashboard.help')}`, () => {
  const items = listItems({ waitlists: [], templates: [], supportEmail: null });
  expect(findItems(items, 'help').map(({ label }) => label)).toEqual(['Docs']);
});
