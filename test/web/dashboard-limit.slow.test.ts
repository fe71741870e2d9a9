import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { ACCOUNT_RATE } from '../../core/account/authenticator.ts';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { eventually } from '../support/eventually.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';
import { fillAccount, SCREENS, type ScreenIds, screenPath } from './screens.ts';

describeWithChromium('the dashboard under its own rate limit', () => {
  const browser = shareChromium();
  const session = shareSession();
  let visit: DashboardVisit;
  let ids: ScreenIds;
  beforeAll(async () => {
    ids = await fillAccount(session);
    visit = await openSignedIn(browser, session);
    await visit.page.getByRole('heading', { level: 1, name: 'Waitlists' }).waitFor();
    await visit.page.clock.install();
  }, 2 * PATIENCE_MS);
  /** Every request to the API from now on: method, path, and query. */
  const noteRequests = (): string[] => {
    const asked: string[] = [];
    visit.page.on('request', request => {
      const { pathname, search } = new URL(request.url());
      if (pathname.startsWith('/api/')) asked.push(`${request.method()} ${pathname}${search}`);
    });
    return asked;
  };
  beforeEach(() => session.sql('DELETE FROM rate_windows'));

  it(
    `says that the limit is reached, counts down, and continues by itself${verifies('dashboard.over-limit')}`,
    async () => {
      const { page } = visit;
      const otherTab = await session.signIn();
      await Promise.all(Array.from({ length: ACCOUNT_RATE.requests }, () => otherTab.get('/api/v1/me')));
      await page.goto(`${session.url}/dashboard/waitlists/${ids.id}/signups`);
      await page.getByText('Your account has reached its limit of requests.').waitFor();
      const seconds = async () => Number.parseInt(await page.getByRole('timer').innerText(), 10);
      const before = await seconds();
      expect(before).toBeGreaterThan(10);
      await eventually(async () => expect(await seconds()).toBeLessThan(before));
      await session.sql('DELETE FROM rate_windows');
      await page.clock.fastForward(ACCOUNT_RATE.windowSeconds * 1000);
      await page.getByText('ada@example.com').waitFor();
      expect(await page.getByRole('timer').count()).toBe(0);
      expect(await page.getByRole('alert').count()).toBe(0);
    },
    PATIENCE_MS,
  );

  it(
    `stays within the limit when somebody opens a screen every second${verifies('dashboard.over-limit')}`,
    async () => {
      const { page } = visit;
      await page.goto(`${session.url}/dashboard`);
      const asked = noteRequests();
      // The page's clock: it goes on between the steps below, however long they take.
      const seconds = () => page.evaluate<number>('Date.now() / 1000');
      const startedAt = await seconds();
      const open = async (region: string, name: string) => {
        const places = page.getByRole('navigation', { name: region });
        await places.getByRole('link', { name, exact: true }).click();
        await page.clock.runFor(1000);
      };
      for (let opened = 0; opened < ACCOUNT_RATE.windowSeconds; opened += 15) {
        for (const name of ['Email templates', 'API keys', 'Agents', 'Billing', 'Account', 'Waitlists'])
          await open('Dashboard', name);
        await page.getByRole('link', { name: 'Rocket Bikes' }).click();
        for (const name of ['Page', 'Signups', 'Invitations', 'Announcements', 'Integrations', 'Settings'])
          await open('Waitlist', name);
      }
      expect(asked.length).toBeGreaterThan(20);
      const windows = ((await seconds()) - startedAt) / ACCOUNT_RATE.windowSeconds;
      expect(asked.length / windows).toBeLessThan(ACCOUNT_RATE.requests / 2);
    },
    PATIENCE_MS,
  );

  it(
    `asks for nothing twice when a screen is opened${verifies('dashboard.over-limit')}`,
    async () => {
      const { page } = visit;
      for (const [path, shown] of SCREENS) {
        // All screens together ask for more than an account may in a minute.
        await session.sql('DELETE FROM rate_windows');
        const asked = noteRequests();
        await page.goto(session.url + screenPath(path, ids));
        await page.getByText(shown).first().waitFor();
        await page.waitForLoadState('networkidle');
        // What waits for another attempt is asked for again as time goes on.
        const once = asked.filter(request => !(request.includes('/webhooks') && path.includes('{webhook}')));
        const twice = once.filter((request, index) => once.indexOf(request) !== index);
        expect({ path, twice }).toEqual({ path, twice: [] });
      }
    },
    2 * PATIENCE_MS,
  );
});
