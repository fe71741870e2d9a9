import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { connectChromium, describeWithChromium } from '../support/chromium.ts';
import { type DashboardVisit, openDashboard, PATIENCE_MS, signIn } from '../support/dashboard.ts';
import { type ApiSession, openSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

describeWithChromium('prices in the dashboard', () => {
  let session: ApiSession;
  let browser: Browser;
  let visit: DashboardVisit;
  beforeAll(async () => {
    [session, browser] = await Promise.all([
      openSession({ plan: 'free', environment: { LICENSE_PRICE_USD: '39', PRO_PRICE_USD: '149.5' } }),
      connectChromium(),
    ]);
    await session.api.post('/api/v1/waitlists', { name: 'Moonshot Tea', slug: 'tea' });
    visit = await openDashboard(browser, session.url);
    await visit.page.goto(`${session.url}/sign-in?return_to=/dashboard/settings/account`);
    await signIn(visit.page, session);
    await visit.page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  }, 2 * PATIENCE_MS);
  afterAll(async () => {
    await visit?.close();
    await browser?.close();
    await session?.close();
  });

  it(
    'come with what is used of the limits of the plan',
    async () => {
      const { page } = visit;
      const fact = (name: string) => page.locator('.facts > div', { hasText: name }).locator('dd');
      await fact('Waitlists').getByText('1 of 20, 0 licensed').waitFor();
      await fact('Images').getByText('0 KB of 100 MB').waitFor();
    },
    PATIENCE_MS,
  );

  it(
    `are never guessed: until they load, there is no button to press${verifies('dashboard.prices-before-checkout')}`,
    async () => {
      const { page } = visit;
      const pay = page.getByRole('button', { name: /^Pay/ });
      let failing = true;
      await page.route('**/api/v1/dashboard/prices', route =>
        failing
          ? route.fulfill({ status: 500, json: { error: 'Unexpected server error', code: 'internal_error' } })
          : route.continue(),
      );
      await page.getByRole('link', { name: 'Billing' }).first().click();
      await page.getByRole('alert').getByText('Unexpected server error').waitFor();
      expect(await pay.count()).toBe(0);
      failing = false;
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('button', { name: 'Pay $149.50' }).waitFor();
      await page.unroute('**/api/v1/dashboard/prices');
    },
    PATIENCE_MS,
  );

  it(
    `are the same before payment, at checkout, and on the receipt${verifies('dashboard.prices-before-checkout')}`,
    async () => {
      const { page } = visit;
      await page.goto(`${session.url}/dashboard/waitlists/tea/license`);
      await page.getByRole('button', { name: 'Pay $39' }).waitFor();
      await page.goto(`${session.url}/dashboard/billing`);
      await page.getByText('$149.50 one-time, for all your waitlists').waitFor();
      await page.getByRole('button', { name: 'Pay $149.50' }).click();
      await page.getByRole('button', { name: 'Pay $149.50 (test)' }).click();
      await page.getByText('Payment received. Thank you!').waitFor();
      await page.getByRole('heading', { name: 'You’re on Pro' }).waitFor();
      expect(await page.getByRole('button', { name: /^Pay/ }).count()).toBe(0);
      await page.getByRole('row', { name: /^Pro/ }).getByText('$149.50').waitFor();
    },
    PATIENCE_MS,
  );

  it(
    `are not shown again while a payment is pending${verifies('dashboard.prices-before-checkout')}`,
    async () => {
      const { page } = visit;
      await page.goto(`${session.url}/dashboard/waitlists/tea/license?checkout=paid`);
      await page.getByText('Confirming your payment').waitFor();
      await page.getByText('You set how many places they gain').waitFor();
      expect(await page.getByRole('button', { name: /^Pay/ }).count()).toBe(0);
    },
    PATIENCE_MS,
  );
});
