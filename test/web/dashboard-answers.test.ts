import { beforeAll, expect, it } from '@jest/globals';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

describeWithChromium('what people answered, and where they came from', () => {
  const browser = shareChromium();
  const session = shareSession();
  let visit: DashboardVisit;
  /** Opens a page from these sources. */
  const open = (slug: string, sources: readonly string[]) =>
    Promise.all(
      sources.map(utmSource =>
        fetch(`${session.url}/w/${slug}/visits`, {
          method: 'POST',
          body: JSON.stringify({ source: { utmSource } }),
        }),
      ),
    );
  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', {
      name: 'Moonshot Tea',
      slug: 'tea',
      questions: [
        {
          key: 'team',
          label: 'How big is your team?',
          type: 'choice',
          options: ['Just me', '2 to 10'],
          ask: 'form',
        },
        { key: 'news', label: 'Send me news', type: 'checkbox', ask: 'form' },
        { key: 'why', label: 'Why tea?', type: 'text', ask: 'form' },
      ],
    });
    await session.join('tea', {
      email: 'ada@example.com',
      answers: { team: 'Just me', news: true, why: 'It calms <b>me</b>' },
      source: { utmSource: 'Newsletter', utmCampaign: 'launch', referrerHost: 'mail.example' },
    });
    await session.join('tea', { email: 'grace@example.com', answers: { team: 'Just me' } });
    await session.join('tea', { email: 'alan@example.com', answers: { team: '2 to 10' } });
    // What their names mean to JavaScript is nothing to the table.
    await open('tea', ['', '', '', '', 'newsletter', 'newsletter', 'constructor', '__proto__', '__proto__']);
    visit = await openSignedIn(browser, session, '/dashboard/waitlists/tea');
    await visit.page.getByRole('region', { name: 'Sources' }).waitFor();
  }, 2 * PATIENCE_MS);

  it(
    `are counted on the overview${verifies('dashboard.sources', 'dashboard.answers')}`,
    async () => {
      const { page } = visit;
      const sources = page.getByRole('region', { name: 'Sources' });
      await sources.getByText('newsletter').waitFor();
      expect(await sources.getByRole('row').allInnerTexts()).toEqual([
        expect.stringMatching(/Source\s+Visits\s+Signups\s+Conversion\s+Accepted/),
        expect.stringMatching(/^Direct, or unknown\s+4\s+2\s+50%\s+0$/),
        expect.stringMatching(/^newsletter\s+2\s+1\s+50%\s+0$/),
        expect.stringMatching(/^__proto__\s+2\s+0\s+0%\s+0$/),
        expect.stringMatching(/^constructor\s+1\s+0\s+0%\s+0$/),
      ]);
      expect(await sources.getByText('A dash:').count()).toBe(0);
      const team = page.getByRole('region', { name: 'How big is your team?' });
      expect(await team.locator('dl > div').allInnerTexts()).toEqual([
        expect.stringMatching(/^Just me\s+2\s+66.7%$/),
        expect.stringMatching(/^2 to 10\s+1\s+33.3%$/),
      ]);
      await page.getByRole('region', { name: 'Send me news' }).getByText('Ticked', { exact: true }).waitFor();
      expect(await page.getByRole('region', { name: 'Why tea?' }).count()).toBe(0);
    },
    PATIENCE_MS,
  );

  it(
    `are shown a few first, and without a conversion where there is none${verifies('dashboard.sources')}`,
    async () => {
      const { page } = visit;
      await session.api.post('/api/v1/waitlists', { name: 'Rockets', slug: 'rockets' });
      const source = (nth: number) => ({ utmSource: `post-${nth}` });
      for (let nth = 1; nth <= 9; nth++)
        await session.join('rockets', { email: `p${nth}@example.com`, source: source(nth) });
      await open('rockets', ['in-vain', 'in-vain', 'in-vain', 'too', 'too', 'last']);
      await page.goto(`${session.url}/dashboard/waitlists/rockets`);
      const sources = page.getByRole('region', { name: 'Sources' });
      await sources.getByText('A dash:').waitFor();
      const rows = async () => (await sources.getByRole('row').allInnerTexts()).slice(1);
      expect((await rows()).map(row => row.split(/\s/)[0])).toEqual([
        ...['post-1', 'post-2', 'post-3', 'post-4', 'post-5', 'post-6'],
        ...['in-vain', 'too'],
      ]);
      expect((await rows())[0]).toMatch(/^post-1\s+0\s+1\s+–\s+0$/);
      await sources.getByRole('button', { name: 'Show all 12 sources' }).click();
      await sources.getByText('post-9').waitFor();
      expect(await rows()).toHaveLength(12);
      expect(await sources.getByRole('button').count()).toBe(0);
      expect(await visit.violations()).toEqual([]);
      await page.setViewportSize({ width: 390, height: 844 });
      expect(
        await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth'),
      ).toBe(0);
      await page.setViewportSize({ width: 1280, height: 800 });
    },
    PATIENCE_MS,
  );

  it(
    `are columns that one chooses, and stand with the person${verifies('dashboard.answers')}`,
    async () => {
      const { page } = visit;

      await page.goto(`${session.url}/dashboard/waitlists/tea/signups`);
      await page.getByRole('button', { name: 'Columns' }).click();
      await page.getByRole('checkbox', { name: 'Why tea?' }).check();
      await page.keyboard.press('Escape');
      await page.getByRole('cell', { name: 'It calms <b>me</b>' }).waitFor();
      await page.reload();
      await page.getByRole('cell', { name: 'It calms <b>me</b>' }).waitFor();

      await page.getByRole('button', { name: 'ada@example.com', exact: true }).click();
      const person = page.getByRole('dialog');
      await person.getByText('Newsletter / launch, from mail.example').waitFor();
      expect(await person.locator('.person-answers > div').allInnerTexts()).toEqual([
        'How big is your team?\nJust me',
        'Send me news\nYes',
        'Why tea?\nIt calms <b>me</b>',
      ]);
    },
    PATIENCE_MS,
  );

  it(
    `are changed beside the person${verifies('dashboard.answers')}`,
    async () => {
      const person = visit.page.getByRole('dialog');
      await person.getByRole('button', { name: 'Edit name and answers' }).click();
      await person.getByLabel('Name').fill('Ada L.');
      await person.getByLabel('Why tea?').fill('');
      await person.getByLabel('Send me news').uncheck();
      await person.getByRole('button', { name: 'Save' }).click();
      await person.getByRole('button', { name: 'Edit name and answers' }).waitFor();
      expect(await person.locator('.person-answers > div').allInnerTexts()).toEqual([
        'How big is your team?\nJust me',
        'Send me news\nNo',
      ]);
      const { body } = await session.api.get('/api/v1/waitlists/tea/entries?sort=position&limit=1');
      expect(body.entries).toMatchObject([{ name: 'Ada L.', answers: { team: 'Just me', news: false } }]);
    },
    PATIENCE_MS,
  );
});
