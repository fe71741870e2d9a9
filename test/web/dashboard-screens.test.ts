import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';
import { fillAccount, SCREENS, type ScreenIds, screenPath } from './screens.ts';

const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } } as const;
const SCHEMES = ['light', 'dark'] as const;
const LOOKS = [
  ['desktop', 'light'],
  ['phone', 'dark'],
] as const;

describeWithChromium('every screen of the dashboard', () => {
  const browser = shareChromium();
  const session = shareSession();
  let visit: DashboardVisit;
  let ids: ScreenIds;
  beforeAll(async () => {
    ids = await fillAccount(session);
    visit = await openSignedIn(browser, session);
    await visit.page.getByRole('heading', { level: 1, name: 'Waitlists' }).waitFor();
  }, 2 * PATIENCE_MS);

  // All of it in one minute would reach the limit of an account.
  beforeEach(() => session.sql('DELETE FROM rate_windows'));

  it.each(SCREENS)(
    `%s fits and has no violations, on a light desktop and on a dark phone${verifies('dashboard.screens-accessible')}`,
    async (path, shown) => {
      const { page, problems } = visit;
      const before = problems.length;
      await page.setViewportSize(SIZES.desktop);
      await page.goto(session.url + screenPath(path, ids));
      await page.getByText(shown).first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(await page.getByRole('alert').allTextContents()).toEqual([]);
      for (const [size, colorScheme] of LOOKS) {
        await page.setViewportSize(SIZES[size]);
        await page.emulateMedia({ colorScheme });
        await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
        const isWider = 'document.documentElement.scrollWidth > innerWidth';
        expect({
          size,
          isWider: await page.evaluate(isWider),
          violations: await visit.violations(),
        }).toEqual({ size, isWider: false, violations: [] });
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
      await page.getByText('1 match', { exact: true }).waitFor();
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
