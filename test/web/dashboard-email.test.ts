import { beforeAll, expect, it } from '@jest/globals';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { eventually } from '../support/eventually.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

describeWithChromium('the emails of an account in the dashboard', () => {
  const browser = shareChromium();
  const session = shareSession();
  let visit: DashboardVisit;
  beforeAll(async () => {
    visit = await openSignedIn(browser, session, '/dashboard/settings/account');
    await visit.page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  }, 2 * PATIENCE_MS);

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

      await page.goto(`${session.url}/dashboard/waitlists/coffee/integrations/email`);
      await page.getByText('Subject You’re on the list for Coffee').waitFor();
      await preview.getByText('You’re on the list for').waitFor();
      expect(await color()).toBe('rgb(255, 90, 31)');

      await page.getByRole('link', { name: 'Customize this email' }).click();
      await preview.getByText('Hi Ada, you’re on the list for').waitFor();
      expect(await color()).toBe('rgb(255, 90, 31)');
      const usedBy = page.getByRole('combobox', { name: 'Used by' });
      await page.locator('.mantine-Pill-root', { hasText: 'Coffee' }).waitFor();
      expect(await page.getByLabel('Subject').inputValue()).toBe('You’re on the list for {{waitlistName}}');

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
        subject: 'You’re on the list for {{waitlistName}}',
        html: expect.stringContaining('background:#ff5a1f'),
      });

      // Its waitlist now shows that email.
      await page.goto(`${session.url}/dashboard/waitlists/coffee/integrations/email`);
      await preview.getByText('Hi Ada, you’re on the list for').waitFor();
      expect(problems.filter(problem => !problem.includes('401'))).toEqual([]);
    },
    3 * PATIENCE_MS,
  );

  it(
    `writes an email without HTML, and says when it has become code${verifies('dashboard.email-written')}`,
    async () => {
      const { page } = visit;
      const preview = page.frameLocator('iframe[title="Email preview"]');
      const text = page.getByLabel('Text', { exact: true });
      await page.goto(`${session.url}/dashboard/templates/new`);
      await page.getByLabel('Name', { exact: true }).fill('Written');
      await text.fill('# Welcome\n\n<i>Dear</i> **friend** ');
      await page
        .getByRole('group', { name: 'Insert' })
        .first()
        .getByRole('button', { name: 'Name', exact: true })
        .click();
      expect(await text.inputValue()).toBe('# Welcome\n\n<i>Dear</i> **friend** {{name}}');
      await page.getByLabel('Button', { exact: true }).fill('Our shop');
      await page.getByRole('combobox', { name: 'Leads to' }).click();
      await page.getByRole('option', { name: 'A page of yours' }).click();
      await page.getByLabel('Web address').fill('javascript:alert(1)');
      await page.getByText('Enter an address like').waitFor();
      await page.getByLabel('Web address').fill('shop.example');
      await page.getByRole('button', { name: 'Amber', exact: true }).click();
      await preview.getByText('<i>Dear</i> friend Ada').waitFor();
      const button = preview.getByRole('link', { name: 'Our shop' });
      await eventually(async () => {
        expect(await button.getAttribute('href')).toBe('https://shop.example');
        expect(await button.evaluate(link => getComputedStyle(link).backgroundColor)).toBe(
          'rgb(251, 191, 36)',
        );
      });
      expect(await visit.violations()).toEqual([]);
      await page.getByRole('button', { name: 'Create template' }).click();
      await page.getByRole('heading', { level: 1, name: 'Written' }).waitFor();
      await page.reload();
      await text.waitFor();
      expect(await text.inputValue()).toBe('# Welcome\n\n<i>Dear</i> **friend** {{name}}');

      await page.getByText('Code', { exact: true }).click();
      await page.getByLabel('HTML').click();
      await page.keyboard.press('ControlOrMeta+End');
      await page.keyboard.type('<!-- mine -->');
      await page.getByText('Write', { exact: true }).click();
      await page.getByText('This template is now code').waitFor();
      await page.getByRole('button', { name: 'Start over' }).click();
      expect(await text.inputValue()).toContain('# {{waitlistName}}');
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
