import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { connectChromium, describeWithChromium } from '../support/chromium.ts';
import { type DashboardVisit, openDashboard, PATIENCE_MS, signIn } from '../support/dashboard.ts';
import { type ApiSession, openSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } } as const;
const SCHEMES = ['light', 'dark'] as const;

/** Every screen: its path under /dashboard, and the heading or text that shows it has loaded. */
const SCREENS: readonly (readonly [path: string, shown: string])[] = [
  ['', 'Rocket Bikes'],
  ['/waitlists/{id}', 'Busiest day'],
  ['/waitlists/{id}/page', 'Saved. This is what visitors see.'],
  ['/waitlists/{id}/page?edit=code', 'Saved. This is what visitors see.'],
  ['/waitlists/{id}/share', 'Still missing'],
  ['/waitlists/{id}/signups', 'ada@example.com'],
  ['/waitlists/{id}/integrations', 'Test connection'],
  ['/waitlists/{id}/webhooks', 'Tell your own systems'],
  ['/waitlists/{id}/webhooks/{webhook}', 'Retrying'],
  ['/waitlists/{id}/webhooks/{webhook}?delivery={delivery}', 'ada@example.com'],
  ['/waitlists/{id}/settings', 'Places gained per friend'],
  ['/waitlists/{id}/license', 'You set how many places they gain'],
  ['/templates', 'Welcome aboard'],
  ['/templates/{template}', 'Delete this template'],
  ['/templates/new', 'Subject'],
  ['/settings/keys', 'Last used'],
  ['/settings/agents', 'No agents connected'],
  ['/settings/account', 'Sign out everywhere'],
  ['/billing', 'Receipts'],
  ['/nowhere', 'We can’t find this page'],
];

describeWithChromium('every screen of the dashboard', () => {
  let session: ApiSession;
  let browser: Browser;
  let visit: DashboardVisit;
  let ids: Record<string, string>;
  beforeAll(async () => {
    [session, browser] = await Promise.all([openSession(), connectChromium()]);
    const { body } = await session.api.post('/api/v1/waitlists', { name: 'Rocket Bikes', slug: 'bikes' });
    // Nobody listens there, so that what is sent to it is tried again.
    const { body: hooked } = await session.api.post('/api/v1/waitlists/bikes/webhooks', {
      url: 'http://127.0.0.1:9/a-webhook-with-a-path-that-is-too-long-for-a-phone',
      events: ['entry.joined', 'entry.invited'],
    });
    const joined = await session.join('bikes', { email: 'ada@example.com', name: 'Ada' });
    await session.join('bikes', { email: 'grace@example.com', referralCode: joined.body.referralCode });
    const template = await session.api.post('/api/v1/email-templates', {
      name: 'Welcome aboard',
      subject: 'Number {{position}}',
      html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Hi</title></head><body style="color:#14201b"><h1>Hello from {{waitlistName}}</h1></body></html>',
    });
    const webhook = hooked.webhook.id;
    const sent = await session.api.get(`/api/v1/waitlists/bikes/webhooks/${webhook}/deliveries`);
    const delivery = sent.body.deliveries.at(-1).id;
    ids = { id: body.waitlist.id, template: template.body.template.id, webhook, delivery };
    visit = await openDashboard(browser, session.url);
    await visit.page.goto(`${session.url}/sign-in`);
    await signIn(visit.page, session);
    await visit.page.getByRole('heading', { level: 1, name: 'Waitlists' }).waitFor();
  }, 2 * PATIENCE_MS);
  afterAll(async () => {
    await visit?.close();
    await browser?.close();
    await session?.close();
  });

  it.each(SCREENS)(
    `%s fits and has no violations, at both sizes and in both themes${verifies('dashboard.screens-accessible')}`,
    async (path, shown) => {
      const { page, problems } = visit;
      const before = problems.length;
      await page.setViewportSize(SIZES.desktop);
      await page.goto(`${session.url}/dashboard${path.replace(/\{(\w+)\}/g, (_, name) => ids[name] ?? '')}`);
      await page.getByText(shown).first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.getByRole('alert').allTextContents()).toEqual([]);
      for (const size of Object.keys(SIZES) as (keyof typeof SIZES)[]) {
        await page.setViewportSize(SIZES[size]);
        for (const colorScheme of SCHEMES) {
          await page.emulateMedia({ colorScheme });
          await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
          expect({ size, colorScheme, violations: await visit.violations() }).toEqual({
            size,
            colorScheme,
            violations: [],
          });
        }
        const isWider = 'document.documentElement.scrollWidth > innerWidth';
        expect({ size, isWider: await page.evaluate(isWider) }).toEqual({ size, isWider: false });
      }
      expect(problems.slice(before)).toEqual([]);
    },
    PATIENCE_MS,
  );

  it('says that a waitlist was not found, with a link to continue', async () => {
    const { page } = visit;
    await page.goto(`${session.url}/dashboard/waitlists/none-such/settings`);
    await page.getByText('We can’t find this waitlist').waitFor();
    await page.getByRole('link', { name: 'Go to your waitlists' }).click();
    await page.getByRole('heading', { level: 1, name: 'Waitlists' }).waitFor();
  });

  it(
    `links from a page of signups past the end to the last one, and marks the current page${verifies('dashboard.page-past-the-end')}`,
    async () => {
      const { page } = visit;
      await page.setViewportSize(SIZES.phone);
      await page.goto(`${session.url}/dashboard/waitlists/${ids.id}/signups?page=9`);
      await page.getByText('ada@example.com').waitFor();
      expect(new URL(page.url()).search).toBe('');
      await page.getByLabel('Search by email or name').fill('ada');
      await page.getByText('1 match').waitFor();
      const current = page.locator('[aria-current]');
      expect((await current.allInnerTexts()).map(text => text.trim())).toEqual([
        'Waitlists',
        'Rocket Bikes',
        'Signups',
      ]);
      // The last tab does not fit on a phone, so it scrolls into view when it is opened.
      await page.getByRole('link', { name: 'Settings', exact: true }).click();
      const tab = page.getByRole('navigation', { name: 'Waitlist' }).locator('[aria-current]');
      await tab.getByText('Settings').waitFor();
      const box = await tab.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(SIZES.phone.width);
    },
    PATIENCE_MS,
  );

  it(
    `has an accessible menu on a phone, which Escape closes${verifies('dashboard.screens-accessible')}`,
    async () => {
      const { page } = visit;
      await page.setViewportSize(SIZES.phone);
      await page.goto(`${session.url}/dashboard`);
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        await page.getByRole('button', { name: 'Open menu' }).click();
        await page.getByRole('link', { name: 'Billing' }).waitFor();
        expect({ colorScheme, violations: await visit.violations() }).toEqual({
          colorScheme,
          violations: [],
        });
        await page.keyboard.press('Escape');
        await page.getByRole('link', { name: 'Billing' }).waitFor({ state: 'hidden' });
      }
    },
    PATIENCE_MS,
  );
});
