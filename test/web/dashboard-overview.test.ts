import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { connectChromium, describeWithChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { eventually } from '../support/eventually.ts';
import { dayWithRoom } from '../support/midnight.ts';
import { type ApiSession, openSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

describeWithChromium('the overview', () => {
  let session: ApiSession;
  let browser: Browser;
  let visit: DashboardVisit;
  beforeAll(async () => {
    [session, browser] = await Promise.all([openSession(), connectChromium()]);
    await session.api.post('/api/v1/waitlists', { name: 'Moonshot Tea', slug: 'tea' });
    visit = await openSignedIn(browser, session, '/dashboard/waitlists/tea');
  }, 2 * PATIENCE_MS);
  afterAll(async () => {
    await visit?.close();
    await browser?.close();
    await session?.close();
  });

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
      await page.getByText('Conversion').waitFor();
      expect(await figure('Visits')).toMatch(/^4\s*\+4$/);
      expect(await figure('Last 7 days')).toMatch(/^1\s*\+1$/);
      expect(await figure('Conversion')).toBe('25%');
      await page.getByText('30 days', { exact: true }).click();
      await page.getByText('Compared with the 30 days before.').waitFor();
      expect(await figure('Visits')).toMatch(/^4\s*\+4$/);
    },
    2 * PATIENCE_MS,
  );
});
