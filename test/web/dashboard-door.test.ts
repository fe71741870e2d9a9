import { beforeAll, expect, it } from '@jest/globals';
import { violations } from '../support/axe.ts';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

describeWithChromium('the door in the dashboard', () => {
  const browser = shareChromium();
  const session = shareSession();
  let visit: DashboardVisit;
  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Moonshot Tea', slug: 'tea' });
    visit = await openSignedIn(browser, session, '/dashboard/waitlists/tea/settings');
    await visit.page.getByRole('heading', { level: 1, name: 'Moonshot Tea' }).waitFor();
  }, 2 * PATIENCE_MS);

  const stored = async () => (await session.api.get('/api/v1/waitlists/tea')).body.waitlist;
  /** Does something that changes the waitlist. */
  async function changing(act: () => Promise<void>): Promise<void> {
    const answer = visit.page.waitForResponse(response => response.request().method() === 'PATCH');
    await act();
    await answer;
  }

  it(
    `opens and closes it now, and keeps what was typed${verifies('door.dashboard', 'door.dashboard-state')}`,
    async () => {
      const { page } = visit;
      await page.goto(`${session.url}/dashboard/waitlists/tea/settings`);
      await page.getByText('People can join.').waitFor();
      await page.getByLabel('Message', { exact: true }).fill('Back in spring');
      await changing(() => page.getByRole('button', { name: 'Close now' }).click());
      await page.getByText('Nobody can join: it closed on').waitFor();
      expect(await stored()).toMatchObject({ door: 'closed', closedMessage: null });
      expect(await page.getByLabel('Message', { exact: true }).inputValue()).toBe('Back in spring');
      await page.locator('.address .door-state').getByText('Closed').waitFor();
      expect(await violations(page)).toEqual([]);

      await changing(() => page.getByRole('button', { name: 'Save changes' }).click());
      expect(await stored()).toMatchObject({ door: 'closed', closedMessage: 'Back in spring' });
      await page.goto(`${session.url}/dashboard`);
      await page
        .getByRole('row', { name: /Moonshot Tea/ })
        .getByText('Closed')
        .waitFor();

      await page.goto(`${session.url}/dashboard/waitlists/tea/settings`);
      await changing(() => page.getByRole('button', { name: 'Open now' }).click());
      await page.getByText('People can join.').waitFor();
      expect(await stored()).toMatchObject({ door: 'open', closesAt: null });
      expect(await page.locator('.door-state').count()).toBe(0);
    },
    3 * PATIENCE_MS,
  );

  it(
    `sets times in the founder’s time zone, capacity, and rules for addresses${verifies('door.dashboard', 'door.dashboard-state')}`,
    async () => {
      const { page } = visit;
      await page.goto(`${session.url}/dashboard/waitlists/tea/settings`);
      const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
      await page.getByText(`Your time zone: ${zone.replaceAll('_', ' ')}`).waitFor();
      await page.getByLabel('Opens').fill('2031-12-01T10:00');
      await page.getByLabel('Closes').fill('2031-12-01T09:00');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('Choose a time after it opens').waitFor();
      await page.getByLabel('Closes').fill('2031-12-24T18:30');
      await page.getByLabel('Capacity').fill('5000');
      await page.getByRole('switch', { name: 'Block throwaway addresses' }).press('Space');
      await page.getByLabel('Allowed domains').fill('@ACME.com, nodots');
      await page.getByLabel('Blocked domains').fill('spam.acme.com\nexample.org');
      await changing(() => page.getByRole('button', { name: 'Save changes' }).click());
      await page.getByText('Must be a domain like example.com').waitFor();
      await page.getByLabel('Allowed domains').fill('@ACME.com');
      await changing(() => page.getByRole('button', { name: 'Save changes' }).click());
      await page.getByText('Nobody can join before').waitFor();
      expect(await page.getByLabel('Allowed domains').inputValue()).toBe('acme.com');
      const at = (local: string) => page.evaluate(text => new Date(text).toISOString(), local);
      expect(await stored()).toMatchObject({
        opensAt: await at('2031-12-01T10:00'),
        closesAt: await at('2031-12-24T18:30'),
        capacity: 5000,
        emailRules: { blockDisposable: true, allow: ['acme.com'], block: ['spam.acme.com', 'example.org'] },
        door: 'not_yet',
      });
      await page.locator('.address .door-state').getByText('Opens Dec 1, 2031').waitFor();
      expect(await violations(page)).toEqual([]);
      await changing(() => page.getByRole('button', { name: 'Open now' }).click());
      expect(await stored()).toMatchObject({ opensAt: null, door: 'open' });
    },
    3 * PATIENCE_MS,
  );
});
