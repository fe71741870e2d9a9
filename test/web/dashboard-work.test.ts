import { text } from 'node:stream/consumers';
import { beforeAll, expect, it } from '@jest/globals';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { eventually } from '../support/eventually.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

describeWithChromium('the dashboard', () => {
  const browser = shareChromium();
  const session = shareSession();
  let visit: DashboardVisit;
  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', { name: 'Moonshot Tea', slug: 'tea' });
    await session.join('tea', { email: 'ada@example.com', name: 'Ada' });
    await session.join('tea', { email: 'grace@example.com' });
    visit = await openSignedIn(browser, session, '/dashboard/waitlists/tea/settings');
    await visit.page.getByRole('heading', { level: 1, name: 'Moonshot Tea' }).waitFor();
  }, 2 * PATIENCE_MS);

  it(
    `licenses a waitlist with a payment, and turns on its referrals${verifies('dashboard.license-journey', 'licenses.one-time-payment')}`,
    async () => {
      const { page, problems } = visit;
      await page.getByRole('link', { name: 'License this waitlist' }).click();
      await page.getByRole('button', { name: /^Pay \$\d+$/ }).click();
      await page.getByRole('button', { name: /^Pay .* \(test\)$/ }).click();
      await page.getByText('Payment received. Thank you!').waitFor();
      await page.getByRole('link', { name: 'Set up referrals' }).click();
      await page
        .getByRole('switch', { name: 'Move people up when their friends join' })
        .check({ force: true });
      await page.getByLabel('Places gained per friend').fill('3');
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('Saved. Your page is up to date.').waitFor();
      const { body } = await session.api.get('/api/v1/waitlists/tea');
      expect(body.waitlist).toMatchObject({ licensed: true, referralEnabled: true, referralBoost: 3 });

      await page.getByRole('link', { name: 'Billing' }).click();
      await page.getByRole('row', { name: /Waitlist license/ }).waitFor();
      expect(problems.filter(problem => !problem.includes('401'))).toEqual([]);
    },
    3 * PATIENCE_MS,
  );

  it(
    `turns confirmed addresses on and off${verifies('confirmation.dashboard')}`,
    async () => {
      const { page } = visit;
      await page.goto(`${session.url}/dashboard/waitlists/tea/settings`);
      const confirms = page.getByRole('switch', { name: 'Confirm email addresses' });
      for (const confirmation of ['required', 'none']) {
        await confirms.setChecked(confirmation === 'required', { force: true });
        const answer = page.waitForResponse(response => response.request().method() === 'PATCH');
        await page.getByRole('button', { name: 'Save changes' }).click();
        expect((await answer).ok()).toBe(true);
        expect((await session.api.get('/api/v1/waitlists/tea')).body.waitlist.confirmation).toBe(
          confirmation,
        );
        await page.reload();
        await confirms.waitFor();
        expect(await confirms.isChecked()).toBe(confirmation === 'required');
      }
    },
    3 * PATIENCE_MS,
  );

  it(
    `edits an email template next to its preview, sends you a test, and assigns it to a waitlist${verifies('dashboard.template-journey')}`,
    async () => {
      const { page } = visit;
      await page.getByRole('link', { name: 'Email templates' }).first().click();
      await page.getByRole('link', { name: 'New template' }).click();
      await page.getByLabel('Name', { exact: true }).fill('Warm welcome');
      await page.getByLabel('Subject').fill('Tea for number {{position}}');
      await page
        .frameLocator('iframe[title="Email preview"]')
        .getByRole('heading', { name: 'Rocket Bikes' })
        .waitFor();
      await page.getByText(/^Subject Tea for number \d+/).waitFor();
      await page.getByRole('button', { name: 'Send test email' }).click();
      await page.getByText(`Test email sent to ${session.email}.`).waitFor();
      await eventually(async () => {
        const [newest] = await session.mail();
        expect(newest).toMatchObject({
          to: session.email,
          subject: expect.stringMatching(/^Tea for number \d+/),
        });
      });
      await page.getByRole('button', { name: 'Create template' }).click();
      await page.getByRole('heading', { level: 1, name: 'Warm welcome' }).waitFor();

      await page.goto(`${session.url}/dashboard/waitlists/tea/integrations/email`);
      await page.getByRole('combobox', { name: 'Email template' }).click();
      await page.getByRole('option', { name: 'Warm welcome' }).click();
      await page.getByText('Saved. People get this email from now on.').waitFor();
      const { body } = await session.api.get('/api/v1/email-templates');
      const { body: tea } = await session.api.get('/api/v1/waitlists/tea');
      expect(body.templates).toMatchObject([{ name: 'Warm welcome', waitlistIds: [tea.waitlist.id] }]);
    },
    3 * PATIENCE_MS,
  );

  it(
    `exports the signups, finds a person, copies the referral link, and erases after confirmation${verifies('dashboard.signups-journey')}`,
    async () => {
      const { page } = visit;
      await page.goto(`${session.url}/dashboard/waitlists/tea/signups`);
      await page.getByText('grace@example.com').waitFor();
      const downloading = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export CSV' }).click();
      const download = await downloading;
      expect(download.suggestedFilename()).toMatch(/^tea-\d{4}-\d\d-\d\d\.csv$/);
      expect((await text(await download.createReadStream())).split('\r\n')).toEqual([
        expect.stringContaining('email'),
        expect.stringContaining('ada@example.com'),
        expect.stringContaining('grace@example.com'),
        '',
      ]);
      const firstRow = page.getByRole('row').nth(1);
      await firstRow.getByText('ada@example.com').waitFor();
      await page.getByRole('button', { name: 'Joined' }).click();
      await firstRow.getByText('grace@example.com').waitFor();
      expect(new URL(page.url()).search).toBe('?sort=joined');
      expect(await page.getByRole('columnheader', { name: 'Joined' }).getAttribute('aria-sort')).toBe(
        'descending',
      );
      await page.getByRole('button', { name: 'Referrals' }).click();
      await firstRow.getByText('ada@example.com').waitFor();
      await page.getByRole('button', { name: 'ada@example.com', exact: true }).click();
      const drawer = page.getByRole('dialog', { name: 'ada@example.com' });
      await drawer.getByText('No friends joined yet').waitFor();
      await drawer.getByText('Confirmation').waitFor();

      expect(await visit.violations()).toEqual([]);
      await page.goBack();
      await drawer.waitFor({ state: 'detached' });
      await page.getByLabel('Search by email or name').fill('ada');
      await page.getByText('1 match', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Actions for ada@example.com' }).click();
      await page.getByRole('menuitem', { name: 'Copy referral link' }).click();
      await page.getByText('Referral link copied.').waitFor();
      const copied = await page.evaluate<string>('navigator.clipboard.readText()');
      expect(copied).toMatch(new RegExp(`^${session.url}/w/tea\\?ref=\\w+$`));

      await page.getByRole('button', { name: 'Actions for ada@example.com' }).click();
      await page.getByRole('menuitem', { name: 'Erase personal data…' }).click();
      await page.getByRole('dialog').getByText('ada@example.com').waitFor();
      await page.getByRole('button', { name: 'Erase data' }).click();
      await page.getByText('Personal data erased.').waitFor();
      await page.getByText('No matches').waitFor();
      const { body } = await session.api.get('/api/v1/waitlists/tea/entries');
      expect(body).toMatchObject({ total: 1, entries: [{ email: 'grace@example.com' }] });
    },
    3 * PATIENCE_MS,
  );

  it(
    `keeps what you typed when you go offline or leave a screen${verifies('dashboard.nothing-typed-is-lost')}`,
    async () => {
      const { page, context } = visit;
      await page.goto(`${session.url}/dashboard/waitlists/tea/settings`);
      await page.getByLabel('Name').fill('Moonshot Teas');
      await page.getByRole('link', { name: 'API keys' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click();

      await context.setOffline(true);
      await page.getByText('You’re offline.').waitFor();
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('alert').getByText('Can’t reach the server').waitFor();
      expect(await page.getByLabel('Name').inputValue()).toBe('Moonshot Teas');
      await context.setOffline(false);
      await page.getByText('You’re offline.').waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('heading', { level: 1, name: 'Moonshot Teas' }).waitFor();

      // An ended session is reported and loses nothing; after signing in again, you continue.
      await page.getByLabel('Name').fill('Moonshot Tea Co');
      await session.sql(`UPDATE sessions SET expires_at = expires_at - interval '1 year'`);
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('Your session has expired.').waitFor();
      expect(await page.getByLabel('Name').inputValue()).toBe('Moonshot Tea Co');
      await session.sql(`UPDATE sessions SET expires_at = expires_at + interval '1 year'`);
      await page.getByRole('button', { name: 'Save changes' }).click();
      await page.getByText('Your session has expired.').waitFor({ state: 'hidden' });
      await page.getByRole('heading', { level: 1, name: 'Moonshot Tea Co' }).waitFor();

      await page.getByLabel('URL').fill('teas');
      await page.getByText('The old URL will stop working').waitFor();
      await page.getByRole('button', { name: 'Discard changes' }).click();
    },
    3 * PATIENCE_MS,
  );

  it(
    `deletes a waitlist or the account once you type its name${verifies('dashboard.destroying-asks')}`,
    async () => {
      const { page } = visit;
      await page.goto(`${session.url}/dashboard/waitlists/tea/settings`);
      await page.getByRole('button', { name: 'Delete waitlist…' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('1 signup').waitFor();
      expect(await dialog.getByRole('button', { name: 'Delete waitlist' }).isDisabled()).toBe(true);
      await dialog.getByLabel(/to confirm/).fill('Moonshot Tea Co');
      await dialog.getByRole('button', { name: 'Delete waitlist' }).click();
      await page.getByRole('heading', { name: 'Create your first waitlist' }).waitFor();

      await page.getByRole('link', { name: 'Account' }).click();
      await page.getByRole('button', { name: 'Delete account…' }).click();
      await dialog.getByLabel(/to confirm/).fill(session.email);
      await dialog.getByRole('button', { name: 'Delete account' }).click();
      await page.getByRole('heading', { name: 'Sign in' }).waitFor();
      expect((await session.api.get('/api/v1/me')).status).toBe(401);
    },
    3 * PATIENCE_MS,
  );
});
