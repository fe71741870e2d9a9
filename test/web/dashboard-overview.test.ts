import { beforeAll, expect, it } from '@jest/globals';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { eventually } from '../support/eventually.ts';
import { dayWithRoom } from '../support/midnight.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

describeWithChromium('the overview', () => {
  const browser = shareChromium();
  const session = shareSession();
  let visit: DashboardVisit;
  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Moonshot Tea', slug: 'tea' });
    visit = await openSignedIn(browser, session, '/dashboard/waitlists/tea');
  }, 2 * PATIENCE_MS);

  it(
    `counts what a browser opens, but not what it reloads${verifies('dashboard.visits')}`,
    async () => {
      await dayWithRoom();
      const { page } = visit;
      await page.getByText('No signups yet').waitFor();
      // A browser of a person; the one of the tests says that it is a robot.
      const userAgent = (await page.evaluate<string>('navigator.userAgent')).replace('Headless', '');
      const person = await browser.newContext({ userAgent });
      try {
        const opened = await person.newPage();
        await opened.goto(`${session.url}/w/tea`);
        await opened.reload();
        await opened.reload();
        for (const _ of [1, 2, 3]) await (await person.newPage()).goto(`${session.url}/w/tea`);
        await eventually(async () =>
          expect(await session.sql('SELECT visits FROM page_visits')).toEqual([{ visits: 4 }]),
        );
      } finally {
        await person.close();
      }
      await session.join('tea', { email: 'ada@example.com' });
      await page.reload();
      const figure = (name: string) =>
        page.locator('.figures > div').filter({ hasText: name }).locator('dd').innerText();
      await page.locator('.figures').getByText('Conversion').waitFor();
      // On launch day: by the hour, and live.
      expect(await figure('Last 24 hours')).toBe('1');
      expect(await figure('Conversion')).toMatch(/^25%\s*today$/);
      await page.getByText('Busiest hour').waitFor();
      await session.join('tea', { email: 'grace@example.com' });
      await page.locator('.lead-figure').getByText('2', { exact: true }).waitFor();
      await page.getByText('7 days', { exact: true }).click();
      await page.getByText('Busiest day').waitFor();
      expect(await figure('Visits')).toMatch(/^4\s*\+4$/);
      expect(await figure('Last 7 days')).toMatch(/^2\s*\+2$/);
      expect(await figure('Conversion')).toBe('50%');
      await page.getByText('30 days', { exact: true }).click();
      await page.getByText('Compared with the 30 days before.').waitFor();
      expect(await figure('Visits')).toMatch(/^4\s*\+4$/);
    },
    2 * PATIENCE_MS,
  );
});
