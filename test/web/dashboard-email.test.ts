import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { connectChromium, describeWithChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { eventually } from '../support/eventually.ts';
import { type ApiSession, openSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

describeWithChromium('the emails of an account in the dashboard', () => {
  let session: ApiSession;
  let browser: Browser;
  let visit: DashboardVisit;
  beforeAll(async () => {
    [session, browser] = await Promise.all([openSession(), connectChromium()]);
    visit = await openSignedIn(browser, session, '/dashboard/settings/account');
    await visit.page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  }, 2 * PATIENCE_MS);
  afterAll(async () => {
    await visit?.close();
    await browser?.close();
    await session?.close();
  });

  it(
    `shows the email that people get, and starts a template as that email${verifies('dashboard.email-shown')}`,
    async () => {
      const { page, problems } = visit;
      await session.api.post('/api/v1/waitlists', {
        name: 'Coffee',
        slug: 'coffee',
        design: { brandColor: '#ff5a1f' },
      });
      const preview = page.frameLocator('iframe[title="Email preview"]');
      const button = preview.getByRole('link', { name: 'See your place' });
      const color = () => button.evaluate(link => getComputedStyle(link).backgroundColor);

      await page.goto(`${session.url}/dashboard/waitlists/coffee/integrations`);
      await page.getByText("Subject You're on the list for Coffee").waitFor();
      await preview.getByText('You’re on the list for').waitFor();
      expect(await color()).toBe('rgb(255, 90, 31)');

      await page.getByRole('link', { name: 'Customize this email' }).click();
      await preview.getByText('Hi Ada, you’re on the list for').waitFor();
      expect(await color()).toBe('rgb(255, 90, 31)');
      const usedBy = page.getByRole('combobox', { name: 'Used by' });
      await page.locator('.mantine-Pill-root', { hasText: 'Coffee' }).waitFor();
      expect(await page.getByLabel('Subject').inputValue()).toBe("You're on the list for {{waitlistName}}");

      // Until it is edited, it follows the waitlist that it is for.
      await usedBy.focus();
      await page.keyboard.press('Backspace');
      await eventually(async () => expect(await color()).toBe('rgb(22, 54, 43)'));
      await usedBy.click();
      await page.getByRole('option', { name: 'Coffee' }).click();
      await eventually(async () => expect(await color()).toBe('rgb(255, 90, 31)'));
      await page.getByLabel('Name', { exact: true }).fill('Unedited');
      await page.getByRole('button', { name: 'Create template' }).click();
      await page.getByRole('heading', { level: 1, name: 'Unedited' }).waitFor();
      const { body } = await session.api.get('/api/v1/email-templates');
      expect(body.templates[0]).toMatchObject({
        subject: "You're on the list for {{waitlistName}}",
        html: expect.stringContaining('background:#ff5a1f'),
      });

      // Its waitlist now shows that email.
      await page.goto(`${session.url}/dashboard/waitlists/coffee/integrations`);
      await preview.getByText('Hi Ada, you’re on the list for').waitFor();
      expect(problems.filter(problem => !problem.includes('401'))).toEqual([]);
    },
    3 * PATIENCE_MS,
  );

  it(
    `sends replies to the account’s address while its owner wants them${verifies('dashboard.replies')}`,
    async () => {
      const { page } = visit;
      const isOn = async () => (await session.api.get('/api/v1/me')).body.account.replyTo;
      await page.goto(`${session.url}/dashboard/settings/account`);
      const replies = page.getByRole('switch', { name: `Send replies to ${session.email}` });
      expect([await replies.isChecked(), await isOn()]).toEqual([false, false]);
      await replies.click({ force: true });
      await page.getByText(`Replies now go to ${session.email}.`).waitFor();
      expect(await isOn()).toBe(true);
      await page.reload();
      await replies.waitFor();
      expect(await replies.isChecked()).toBe(true);
      await replies.click({ force: true });
      await page.getByText('You no longer get replies.').waitFor();
      expect([await replies.isChecked(), await isOn()]).toEqual([false, false]);
    },
    2 * PATIENCE_MS,
  );
});
