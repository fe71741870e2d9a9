import { beforeAll, expect, it } from '@jest/globals';
import { formatBytes } from '../../core/kernel/format-bytes.ts';
import { PLANS } from '../../core/kernel/plans.ts';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

describeWithChromium('prices in the dashboard', () => {
  const browser = shareChromium();
  const session = shareSession({
    plan: 'free',
    environment: { LICENSE_PRICE_USD: '39', PRO_PRICE_USD: '149.5' },
  });
  let visit: DashboardVisit;
  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Moonshot Tea', slug: 'tea' });
    visit = await openSignedIn(browser, session, '/dashboard/settings/account');
    await visit.page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  }, 2 * PATIENCE_MS);

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
    `come in one table with what Free, Pro, and the license include, read from the plans${verifies('dashboard.plans-compared')}`,
    async () => {
      const { page } = visit;
      await page.setViewportSize({ width: 375, height: 812 });
      await page.goto(`${session.url}/dashboard/billing`);
      const table = page.getByRole('table', { name: 'Plans and the license' });
      await table.waitFor();
      const rows: string[] = [];
      for (const row of await table.getByRole('row').all())
        rows.push((await row.innerText()).split(/\s+/).join(' ').trim());
      const { free, pro } = PLANS;
      expect(rows).toEqual([
        'Free Your plan $0 forever Pro $149.50 once, for all your waitlists',
        `Waitlists ${free.limits.waitlists} ${pro.limits.waitlists.toLocaleString('en')}`,
        'Signups Unlimited Unlimited',
        `Images ${formatBytes(free.limits.imageBytes)} ${formatBytes(pro.limits.imageBytes)}`,
        `Custom domains – ${pro.limits.domains}`,
        'Your own Turnstile keys – Included',
        'Your own database – Included',
        'Without “Powered by Anteroom” – Included',
        'Pay $149.50',
        'License People move up when friends join $39 once per waitlist, on either plan Pro is for your whole account. A license is only for lists where friends move people up. You buy it in the waitlist’s settings. 0 of 1 waitlist licensed.',
      ]);
      // Read without scrolling sideways on a phone.
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(375);
      const box = await table.boundingBox();
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThan(375);
      expect(await visit.violations()).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
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
