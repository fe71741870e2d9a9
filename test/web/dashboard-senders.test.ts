import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Browser } from 'playwright-core';
import { connectChromium, describeWithChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { eventually } from '../support/eventually.ts';
import { type ApiSession, openSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

describeWithChromium('senders in the dashboard', () => {
  let session: ApiSession;
  let browser: Browser;
  let visit: DashboardVisit;
  beforeAll(async () => {
    [session, browser] = await Promise.all([openSession(), connectChromium()]);
    await session.api.post('/api/v1/waitlists', { name: 'Moonshot Tea', slug: 'tea' });
    visit = await openSignedIn(browser, session, '/dashboard/senders');
    await visit.page.getByRole('heading', { name: 'No senders yet' }).waitFor();
  }, 2 * PATIENCE_MS);
  afterAll(async () => {
    await visit?.close();
    await browser?.close();
    await session?.close();
  });

  beforeEach(() => session.sql('DELETE FROM rate_windows'));

  const sender = (name: string) => visit.page.getByRole('region', { name });

  it(
    `are added, with errors at their fields and the records to copy${verifies('dashboard.senders')}`,
    async () => {
      const { page } = visit;
      await page.getByRole('button', { name: 'Add sender' }).click();
      const dialog = page.getByRole('dialog');
      const add = dialog.getByRole('button', { name: 'Add sender' });
      await add.click();
      await dialog.getByText('Enter an address like hello@example.com').waitFor();
      await dialog.getByLabel('Email').fill('hello@localhost');
      await dialog.getByLabel('Name').fill('Moonshot Tea');
      await add.click();
      await dialog.getByText(/needs another domain/i).waitFor();
      await dialog.getByLabel('Email').fill('hello@mail.acme.com');
      await add.click();
      await sender('hello@mail.acme.com').getByText('Verifying').waitFor();

      const records = sender('hello@mail.acme.com').getByRole('list', { name: 'DNS records' });
      expect(await records.getByRole('listitem').count()).toBe(7);
      expect(await records.getByText('Missing').count()).toBe(6);
      expect(await records.getByText('Recommended').count()).toBe(1);
      await records.getByRole('button', { name: 'Copy value of MX record 5' }).click();
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(
        'feedback-smtp.us-east-1.amazonses.com',
      );
      await records.getByText('Priority 10').waitFor();
      await sender('hello@mail.acme.com').getByText('.acme.com', { exact: true }).waitFor();
      await sender('hello@mail.acme.com').getByText('0 of 6 records found, checked').waitFor();
      await sender('hello@mail.acme.com').getByRole('button', { name: 'Check now' }).click();
    },
    PATIENCE_MS,
  );

  it(
    `become active while one looks, and are chosen in the settings of a waitlist${verifies('dashboard.senders')}`,
    async () => {
      const { page } = visit;
      await page.getByRole('button', { name: 'Add sender' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Email').fill('tea@moonshot.test');
      await dialog.getByLabel('Name').fill('Moonshot');
      await dialog.getByRole('button', { name: 'Add sender' }).click();
      await sender('tea@moonshot.test').getByText('Active', { exact: true }).waitFor();
      await sender('tea@moonshot.test').getByText('No waitlist uses it yet.').waitFor();

      await page.goto(`${session.url}/dashboard/waitlists/tea/settings`);
      const choice = page.getByRole('combobox', { name: 'Sender' });
      await choice.click();
      await page.getByRole('option', { name: 'Moonshot Tea <hello@mail.acme.com>' }).click();
      await page.getByText('It isn’t active').waitFor();
      await choice.click();
      await page.getByRole('option', { name: 'Moonshot <tea@moonshot.test>' }).click();
      await page.getByRole('button', { name: 'Save changes' }).click();
      await eventually(async () => {
        const { body } = await session.api.get('/api/v1/waitlists/tea');
        expect(body.waitlist.senderId).toEqual(expect.any(String));
      });
      await page.getByText('Saved', { exact: false }).first().waitFor();
    },
    PATIENCE_MS,
  );

  it(
    `are deleted after a question${verifies('dashboard.senders')}`,
    async () => {
      const { page } = visit;
      await page.goto(`${session.url}/dashboard/senders`);
      await sender('tea@moonshot.test').getByRole('link', { name: 'Moonshot Tea' }).waitFor();
      await sender('tea@moonshot.test').getByRole('button', { name: 'Delete sender…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete sender' }).click();
      await sender('tea@moonshot.test').waitFor({ state: 'detached' });
      expect((await session.api.get('/api/v1/waitlists/tea')).body.waitlist.senderId).toBeNull();
      // The address that was refused.
      expect(visit.problems.filter(problem => !problem.includes('400'))).toEqual([]);
    },
    PATIENCE_MS,
  );
});
