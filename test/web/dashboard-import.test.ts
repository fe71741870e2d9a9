import { beforeAll, expect, it } from '@jest/globals';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

describeWithChromium('importing people', () => {
  const browser = shareChromium();
  const session = shareSession();
  let visit: DashboardVisit;
  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', {
      name: 'Moonshot Tea',
      slug: 'tea',
      questions: [
        { key: 'teas', label: 'Which teas?', type: 'choices', options: ['Green', 'Black'], ask: 'never' },
      ],
    });
    await session.join('tea', { email: 'ada@example.com' });
    visit = await openSignedIn(browser, session, '/dashboard/waitlists/tea/signups/import');
    await file().waitFor({ state: 'attached' });
  }, 2 * PATIENCE_MS);

  const file = () => visit.page.locator('input[type=file]');
  const figure = (name: string) =>
    visit.page
      .locator('.figures > div')
      .filter({ has: visit.page.getByText(name, { exact: true }) })
      .locator('dd')
      .textContent();
  const choose = (name: string, buffer: Buffer) =>
    file().setInputFiles({ name, mimeType: 'text/csv', buffer });
  const start = () => visit.page.goto(`${session.url}/dashboard/waitlists/tea/signups/import`);

  it(
    `matches columns, says what is wrong, and adds the others${verifies('dashboard.import')}`,
    async () => {
      const { page } = visit;

      // As a spreadsheet of the West writes it: semicolons, and a single byte for é.
      const rows = [
        'E-mail address;Full Name;Tea;utm_source;Points',
        'ada@example.com;Ada;;;1',
        'rene@example.com;René;Green, Black;News;2',
        'RENE@example.com;;;;3',
        'nobody;;;;4',
        'tea@example.com;=SUM(A1);Coffee;;5',
      ];
      await choose('people.csv', Buffer.from(rows.join('\r\n'), 'latin1'));
      const target = (column: string) => page.locator(`input[aria-label="What is “${column}”?"]`);
      expect(await target('E-mail address').inputValue()).toBe('Email');
      expect(await target('Full Name').inputValue()).toBe('Name');
      expect(await target('Points').inputValue()).toBe('');
      await target('Tea').click();
      await page.getByRole('option', { name: 'Which teas?' }).click();
      await page.getByText('3 rows can’t be added').waitFor();
      await page.getByText('twice in this file').waitFor();
      await page.getByText('not an email').waitFor();

      await page.getByRole('button', { name: 'Add 2 people' }).click();
      await page.getByRole('heading', { name: 'Done' }).waitFor();
      expect(await Promise.all(['Added', 'Already on the list', 'Not added'].map(figure))).toEqual([
        '1',
        '1',
        '3',
      ]);
      const { body } = await session.api.get('/api/v1/waitlists/tea/entries?sort=joined');
      expect(body.entries).toMatchObject([
        {
          email: 'rene@example.com',
          name: 'René',
          position: 2,
          answers: { teas: ['Green', 'Black'] },
          source: { utmSource: 'News' },
        },
        { email: 'ada@example.com', name: null },
      ]);
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download these rows' }).click(),
      ]);
      const chunks = await (await saved.createReadStream()).toArray();
      expect(Buffer.concat(chunks).toString()).toContain(
        `tea@example.com,"'=SUM(A1)",Coffee,,5,"answers.teas must be one of the options: Green, Black"`,
      );
    },
    PATIENCE_MS,
  );

  it(
    `goes on where it was cut off, without a double${verifies('dashboard.import')}`,
    async () => {
      const { page } = visit;
      await start();
      const emails = Array.from({ length: 1_200 }, (_, index) => `person-${index}@example.com`);
      await choose('emails.txt', Buffer.from(emails.join('\n')));
      let calls = 0;
      // The second batch is stored, and its answer lost.
      await page.route('**/entries', async route => {
        calls += 1;
        if (calls !== 2) return route.continue();
        await route.fetch();
        return route.abort();
      });
      await page.getByRole('button', { name: 'Add 1,200 people' }).click();
      await page.getByRole('heading', { name: 'Done' }).waitFor();
      expect(await Promise.all(['Added', 'Already on the list', 'Not added'].map(figure))).toEqual([
        '1,200',
        '0',
        '0',
      ]);
      expect(calls).toBe(4);
      const { body } = await session.api.get(
        '/api/v1/waitlists/tea/entries?sort=position&offset=2&limit=200',
      );
      expect(body.total).toBe(1_202);
      expect(body.entries.map(({ email }: { email: string }) => email)).toEqual(emails.slice(0, 200));

      await page.unrouteAll();
      await start();
      await choose('emails.txt', Buffer.from(emails.join('\n')));
      await page.getByRole('button', { name: 'Add 1,200 people' }).click();
      await page.getByRole('heading', { name: 'Done' }).waitFor();
      expect(await figure('Already on the list')).toBe('1,200');
    },
    PATIENCE_MS,
  );
});
