import { beforeAll, expect, it } from '@jest/globals';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { eventually } from '../support/eventually.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

describeWithChromium('the kinds of email in the dashboard', () => {
  const browser = shareChromium();
  const session = shareSession();
  let visit: DashboardVisit;
  beforeAll(async () => {
    visit = await openSignedIn(browser, session, '/dashboard/settings/account');
    await visit.page.getByRole('heading', { level: 1, name: 'Account' }).waitFor();
  }, 2 * PATIENCE_MS);

  const preview = () => visit.page.frameLocator('iframe[title="Email preview"]');
  const choose = async (field: string, option: string) => {
    await visit.page.getByRole('combobox', { name: field, exact: true }).click();
    await visit.page.getByRole('option', { name: option, exact: true }).click();
  };
  const insertable = () =>
    visit.page.getByRole('group', { name: 'Insert' }).first().getByRole('button').allInnerTexts();
  const templates = async () => (await session.api.get('/api/v1/email-templates')).body.templates;

  it(
    `start as their default emails, with their own variables and links${verifies('email-kinds.dashboard')}`,
    async () => {
      const { page } = visit;
      await page.goto(`${session.url}/dashboard/templates/new`);
      await preview().getByText('Hi Ada, you’re on the list for').waitFor();
      await choose('Email', 'Address confirmation');
      await preview().getByRole('link', { name: 'Confirm my email' }).waitFor();
      expect(await insertable()).toEqual(['Waitlist', 'Description', 'Link to confirm']);
      expect(await page.getByLabel('Show their place in line').count()).toBe(0);
      await choose('Email', 'Moved up');
      await preview().getByText('moved you up on the list for').waitFor();
      await choose('Email', 'Invitation');
      await preview().getByRole('link', { name: 'Accept your invitation' }).waitFor();
      await preview().getByText('Thank you for waiting.').waitFor();
      expect(await page.getByLabel('Subject').inputValue()).toBe('You’re in: {{waitlistName}}');
      expect(await insertable()).toEqual([
        'Waitlist',
        'Description',
        'Name',
        'Invitation link',
        'Your message',
        'Last day',
      ]);
      expect(await page.getByRole('combobox', { name: 'Leads to' }).inputValue()).toBe('Their invitation');

      const isDark = () =>
        preview()
          .locator('.page')
          .first()
          .evaluate(element => getComputedStyle(element).backgroundColor === 'rgb(14, 22, 19)');
      expect(await isDark()).toBe(false);
      await page.getByTitle('Dark').click();
      await eventually(async () => expect(await isDark()).toBe(true));
      await page.getByTitle('Phone').click();
      await eventually(async () =>
        expect((await page.getByTitle('Email preview').boundingBox())?.width).toBeLessThanOrEqual(375),
      );
      await choose('Language', 'German');
      await page.getByLabel('Name', { exact: true }).fill('Einladung');
      await page.getByRole('button', { name: 'Create template' }).click();
      await page.getByRole('heading', { level: 1, name: 'Einladung' }).waitFor();
      expect((await templates())[0]).toMatchObject({ kind: 'invitation', language: 'de' });
      await page.goto(`${session.url}/dashboard/templates`);
      const row = page.getByRole('row', { name: 'Einladung' });
      expect(await row.getByRole('cell').nth(1).innerText()).toBe('Invitation\nGerman');
    },
    3 * PATIENCE_MS,
  );

  it(
    `keep a text that was written for another, and say what it lacks${verifies('email-kinds.dashboard')}`,
    async () => {
      const { page } = visit;
      await page.goto(`${session.url}/dashboard/templates/new`);
      await page.getByLabel('Text', { exact: true }).fill('My words, {{name}}');
      await choose('Email', 'Invitation');
      await page.getByText('You wrote this text for another email').waitFor();
      await page.getByText('html: needs {{inviteLink}}').waitFor();
      await page.getByLabel('Name', { exact: true }).fill('Kept');
      await page.getByRole('button', { name: 'Create template' }).click();
      await page.getByRole('alert').getByText('needs {{inviteLink}}').waitFor();
      await page.getByRole('button', { name: 'Start from the default: Invitation' }).click();
      await preview().getByRole('link', { name: 'Accept your invitation' }).waitFor();
      await page.getByText('You wrote this text for another email').waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Create template' }).click();
      await page.getByRole('heading', { level: 1, name: 'Kept' }).waitFor();
      expect((await templates())[0]).toMatchObject({ name: 'Kept', kind: 'invitation', language: null });
    },
    3 * PATIENCE_MS,
  );

  it(
    `show on a waitlist which template serves which kind and language${verifies('email-kinds.dashboard')}`,
    async () => {
      const { page, problems } = visit;
      await session.api.post('/api/v1/waitlists', { name: 'Tea', slug: 'tea' });
      await page.goto(`${session.url}/dashboard/waitlists/tea/integrations/email`);
      const emails = page.getByRole('list', { name: 'Emails' });
      const shown = async () =>
        (await emails.getByRole('button').allInnerTexts()).map(text => text.split('\n').slice(2).join(' | '));
      await emails.waitFor();
      expect(await shown()).toEqual(Array(4).fill('Default email'));

      await emails.getByRole('button', { name: 'Invitation' }).click();
      await page.getByText('Subject You’re in: Tea').waitFor();
      await choose('Email template', 'Kept');
      await eventually(async () => expect((await shown())[2]).toBe('Kept Any language'));
      await choose('For people whose language is', 'German');
      await choose('Email template', 'Einladung');
      await eventually(async () => expect((await shown())[2]).toBe('Einladung German | Kept Any language'));
      await choose('For people whose language is', 'French');
      await page.getByRole('link', { name: 'Write it in French' }).click();
      await page.getByRole('heading', { level: 1, name: 'New template' }).waitFor();
      await page.locator('.mantine-Pill-root', { hasText: 'Tea' }).waitFor();
      expect(await page.getByRole('combobox', { name: 'Language' }).inputValue()).toBe('French');
      expect(await page.getByRole('combobox', { name: 'Email', exact: true }).inputValue()).toBe(
        'Invitation',
      );

      await page.goto(`${session.url}/dashboard/waitlists/tea/integrations/email`);
      await emails.getByRole('button', { name: 'Invitation' }).click();
      await choose('Email template', 'Default email');
      await eventually(async () =>
        expect((await shown())[2]).toBe('Einladung German | Default email for the others'),
      );
      await emails.getByRole('button', { name: 'Address confirmation' }).click();
      await page.getByText('Subject Confirm your email address for Tea').waitFor();
      expect(problems.filter(problem => !/40[01]/.test(problem))).toEqual([]);
    },
    3 * PATIENCE_MS,
  );
});
