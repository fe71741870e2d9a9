import { text } from 'node:stream/consumers';
import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { describeWithChromium, shareChromium, type Tabs } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { eventually } from '../support/eventually.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

const LONG =
  'Which of these describes best what you do all day at work, if you had to choose a single one of them?';
const QUESTIONS = [
  { key: 'role', label: 'Role', type: 'choice', options: ['Designer', 'Engineer'], ask: 'form' },
  { key: 'tools', label: 'Tools', type: 'choices', options: ['Pen', 'Brush'], ask: 'form' },
  { key: 'news', label: 'Send me news', type: 'checkbox', ask: 'form' },
  { key: 'why', label: LONG, type: 'text', ask: 'form' },
];
const PEOPLE = [
  { email: 'ada@one.example', source: 'twitter', role: 'Designer', tools: ['Pen', 'Brush'], news: true },
  { email: 'bea@one.example', source: 'twitter', role: 'Engineer', tools: ['Pen'], why: 'It calms me' },
  { email: 'cai@two.example', source: 'twitter', role: 'Designer', news: false },
  { email: 'dot@two.example', source: 'newsletter', role: 'Designer', tools: ['Brush'] },
];

describeWithChromium('the filters of signups', () => {
  const browser = shareChromium();
  const inBerlin: Tabs = {
    ...browser,
    newContext: options => browser.newContext({ ...options, timezoneId: 'Europe/Berlin' }),
  };
  const session = shareSession();
  let visit: DashboardVisit;
  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', {
      name: 'Moonshot Tea',
      slug: 'tea',
      questions: QUESTIONS,
      inviteUrl: 'https://tea.example/welcome',
    });
    await session.api.post('/api/v1/waitlists/tea/entries', {
      people: PEOPLE.map(({ email, source, ...answers }) => ({
        email,
        source: { utmSource: source },
        answers,
      })),
    });
    // In the browser's time zone, to the edges of the days.
    await session.sql(
      `UPDATE entries SET language = CASE seq WHEN 4 THEN 'de' ELSE 'en' END, created_at = (ARRAY[
         '2026-10-31T22:59:59.999Z', '2026-10-31T23:00:00Z', '2026-11-05T22:59:59.999Z', '2026-11-05T23:00:00Z'
       ]::timestamptz[])[seq]`,
    );
    visit = await openSignedIn(inBerlin, session, '/dashboard/waitlists/tea/signups');
    await shown('ada', 'bea', 'cai', 'dot');
  }, 2 * PATIENCE_MS);

  const shown = (...names: string[]) =>
    eventually(async () => {
      const emails = await visit.page.locator('.row-open').allInnerTexts();
      expect(emails.map(email => email.split('@')[0])).toEqual(names);
    });
  const chips = async () => {
    const texts = await visit.page
      .getByRole('list', { name: 'Filters' })
      .getByRole('listitem')
      .allInnerTexts();
    return texts.map(each => each.replace('\n', ' '));
  };
  const address = () => Object.fromEntries(new URL(visit.page.url()).searchParams);
  const open = (query: string) => visit.page.goto(`${session.url}/dashboard/waitlists/tea/signups?${query}`);
  const menu = () => visit.page.getByRole('dialog', { name: 'Filter' });
  const openFilter = async (name: string) => {
    await visit.page.getByRole('button', { name: 'Filter', exact: true }).click();
    await menu().getByRole('button', { name, exact: true }).click();
  };

  // All of it in one minute would reach the limit of an account.
  beforeEach(() => session.sql('DELETE FROM rate_windows'));

  it(
    `combine, are in the address, and are removed one by one${verifies('dashboard.filters', 'dashboard.filters-in-url', 'dashboard.search-by-email')}`,
    async () => {
      const { page } = visit;
      await openFilter('Source');
      await menu().getByText('newsletter').waitFor();
      expect(await menu().locator('.choice').allInnerTexts()).toEqual([
        expect.stringMatching(/^twitter\s+3$/),
        expect.stringMatching(/^newsletter\s+1$/),
      ]);
      await menu().getByRole('button', { name: 'twitter' }).click();
      await shown('ada', 'bea', 'cai');
      await openFilter('Role');
      await menu().getByRole('button', { name: 'Designer' }).click();
      await shown('ada', 'cai');
      await openFilter('Tools');
      await menu().getByRole('button', { name: 'Pen' }).click();
      await shown('ada');
      expect(await chips()).toEqual(['Source: twitter', 'Role: Designer', 'Tools: Pen']);
      expect(address()).toEqual({ source: 'twitter', answers: '{"role":"Designer","tools":"Pen"}' });

      await page.reload();
      await shown('ada');
      expect(await chips()).toEqual(['Source: twitter', 'Role: Designer', 'Tools: Pen']);
      await page.getByRole('button', { name: 'Remove Tools: Pen' }).click();
      await shown('ada', 'cai');
      await page.getByRole('button', { name: 'Filter', exact: true }).and(page.locator(':focus')).waitFor();
      await page.getByLabel('Search by email or name').fill('two.example');
      await shown('cai');
      await page.getByRole('radiogroup', { name: 'Status' }).getByText('Invited').click();
      await page.getByText('Nobody on this list matches all of these filters.').waitFor();
      expect(address()).toEqual({
        source: 'twitter',
        answers: '{"role":"Designer"}',
        q: 'two.example',
        status: 'invited',
      });
      await page.goBack();
      await shown('cai');
      await page.getByRole('button', { name: 'Clear all' }).click();
      await shown('cai', 'dot');
      expect(address()).toEqual({ q: 'two.example' });
    },
    2 * PATIENCE_MS,
  );

  it(
    `are reached from the sources and the answers of the overview${verifies('dashboard.filters')}`,
    async () => {
      const { page } = visit;
      for (const [region, name, ...names] of [
        ['Sources', 'twitter', 'ada', 'bea', 'cai'],
        ['Role', 'Engineer', 'bea'],
        ['Send me news', 'Ticked', 'ada'],
      ] as const) {
        await page.goto(`${session.url}/dashboard/waitlists/tea`);
        await page.getByRole('region', { name: region }).getByRole('link', { name, exact: true }).click();
        await shown(...names);
      }
    },
    2 * PATIENCE_MS,
  );

  it(
    `search as one types on, and say when too many match${verifies('dashboard.search-by-email')}`,
    async () => {
      const { page } = visit;
      await open('source=twitter');
      await shown('ada', 'bea', 'cai');
      await page.getByLabel('Search by email or name').focus();
      await page.keyboard.type('one');
      await shown('ada', 'bea');
      await page.keyboard.type('.exa ');
      await eventually(async () => expect(address()).toEqual({ source: 'twitter', q: 'one.exa' }));
      await page.route('**/entries?**', route =>
        route.fulfill({
          status: 400,
          json: {
            error: 'Invalid input: q',
            code: 'validation_failed',
            details: [{ path: 'q', message: 'x' }],
          },
        }),
      );
      await page.keyboard.press('Backspace');
      await page.keyboard.type('m');
      await page.getByText('Too many matches').waitFor();
      expect(await page.getByLabel('Search by email or name').inputValue()).toBe('one.exam');
      await page.unroute('**/entries?**');
      await page.goBack();
      await shown('ada', 'bea', 'cai');
      expect(await page.getByLabel('Search by email or name').inputValue()).toBe('');
    },
    2 * PATIENCE_MS,
  );

  it(
    `take days in the time of who looks, both included${verifies('dashboard.filters')}`,
    async () => {
      const { page } = visit;
      await open('');
      await openFilter('Joined');
      await menu().getByText('Your time zone: Europe/Berlin').waitFor();
      await menu().getByLabel('First day').fill('2026-11-06');
      await menu().getByLabel('Last day').fill('2026-11-05');
      await menu().getByText('This is before the first day.').waitFor();
      expect(await menu().getByRole('button', { name: 'Apply' }).isDisabled()).toBe(true);
      await menu().getByLabel('First day').fill('2026-11-01');
      await menu().getByRole('button', { name: 'Apply' }).click();
      await shown('bea', 'cai');
      expect(address()).toEqual({ since: '2026-11-01', until: '2026-11-05' });
      expect(await chips()).toEqual(['Joined: Nov 1 – 5, 2026']);
      expect(await page.getByRole('button', { name: 'Clear all' }).count()).toBe(0);
      await open('since=2026-11-01');
      await shown('bea', 'cai', 'dot');
      expect(await chips()).toEqual(['Joined: since Nov 1, 2026']);
      await open('until=2026-10-31');
      await shown('ada');
      expect(await chips()).toEqual(['Joined: until Oct 31, 2026']);
    },
    PATIENCE_MS,
  );

  it(
    `choose by language, referrals, a checkbox, and a text, with the keyboard${verifies('dashboard.filters')}`,
    async () => {
      const { page } = visit;
      await open('');
      await page.getByRole('button', { name: 'Filter', exact: true }).focus();
      await page.keyboard.press('Enter');
      await menu().getByRole('button', { name: 'Joined' }).and(page.locator(':focus')).waitFor();
      for (const _ of ['source', 'referrals', 'language']) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await menu().getByRole('button', { name: 'English' }).and(page.locator(':focus')).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await shown('dot');
      expect(await chips()).toEqual(['Language: German']);
      await page.getByRole('button', { name: 'Filter', exact: true }).and(page.locator(':focus')).waitFor();

      await page.goBack();
      await openFilter('Referrals');
      await page.keyboard.press('Enter');
      await page.getByText('Nobody on this list matches this filter.').waitFor();
      expect(await chips()).toEqual(['Referrals: at least 1']);
      expect(await page.getByRole('button', { name: 'Export CSV' }).isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'Show everyone' }).click();
      await shown('ada', 'bea', 'cai', 'dot');
      expect(address()).toEqual({});

      await openFilter('Send me news');
      await menu().getByRole('button', { name: 'Not ticked' }).click();
      await shown('cai');
      expect(await chips()).toEqual(['Send me news: Not ticked']);
      await page.goBack();
      await openFilter(LONG);
      await menu().getByLabel('The whole answer').fill(' It calms me ');
      await page.keyboard.press('Enter');
      await shown('bea');
      expect(await chips()).toEqual([`${LONG}: It calms me`]);
    },
    2 * PATIENCE_MS,
  );

  it(
    `are those of the export, in the order of the list${verifies('dashboard.export-filtered', 'dashboard.sort-signups')}`,
    async () => {
      const { page } = visit;
      await open('source=twitter&until=2026-11-05');
      await shown('ada', 'bea', 'cai');
      await page.getByRole('button', { name: 'Joined', exact: true }).click();
      await shown('cai', 'bea', 'ada');
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export 3 matches' }).click(),
      ]);
      const [, ...lines] = (await text(await download.createReadStream())).trimEnd().split('\r\n');
      expect(lines.map(line => /\w+(?=@)/.exec(line)?.[0])).toEqual(['cai', 'bea', 'ada']);
    },
    PATIENCE_MS,
  );

  it.each([
    'page=1e99&q=7&sort=email&status=gone&since=2026-02-30&until=1e3&source=%00&language=!!&minReferrals=-1&answers=3',
    'page=0.5&q=%7B%7D&since=x&until=%5B%222026-11-01%22%5D&language=%22en-%22&minReferrals=4e9&answers=%7B%22gone%22%3A%22x%22%2C%22__proto__%22%3A%22x%22%2C%22constructor%22%3A%22x%22%2C%22role%22%3Atrue%7D',
    `q=+&source=${'x'.repeat(101)}&answers=%7B%22role%22%3A%22%5Cud800%22%2C%22why%22%3A%22${'x'.repeat(501)}%22%7D`,
  ])(
    `leave out what makes no sense in an address (%#)${verifies('dashboard.filters-in-url')}`,
    async query => {
      const before = visit.problems.length;
      await open(query);
      await shown('ada', 'bea', 'cai', 'dot');
      expect(await chips()).toEqual([]);
      expect(visit.problems.slice(before)).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    `fit and have no violations, with a menu, with chips, and with nobody found${verifies('dashboard.screens-accessible')}`,
    async () => {
      const { page } = visit;
      const states = [
        ['source=twitter&language=en&minReferrals=1', () => page.getByText('No matches').waitFor()],
        [`source=twitter&answers={"role":"Designer"}&since=2026-10-01`, () => shown('ada', 'cai')],
        ['source=twitter', () => openFilter('Source')],
        ['', () => openFilter('Joined')],
      ] as const;
      for (const [query, state] of states) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await open(query);
        await state();
        for (const [width, colorScheme] of [
          [1280, 'light'],
          [360, 'dark'],
        ] as const) {
          await page.setViewportSize({ width, height: 740 });
          await page.emulateMedia({ colorScheme });
          await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor();
          const isWider = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
          expect({ query, width, isWider, violations: await visit.violations() }).toEqual({
            query,
            width,
            isWider: false,
            violations: [],
          });
        }
      }
    },
    2 * PATIENCE_MS,
  );

  it(
    `show everybody of a page whose answers are too long for one response${verifies('dashboard.long-pages')}`,
    async () => {
      const { page } = visit;
      await session.api.post('/api/v1/waitlists', { name: 'Long', slug: 'long', questions: LONG_QUESTIONS });
      const answers = Object.fromEntries(LONG_QUESTIONS.map(({ key }) => [key, '茶'.repeat(500)]));
      const people = Array.from({ length: 60 }, (_, n) => ({ email: `p${n + 1}@example.com`, answers }));
      for (const start of [0, 30])
        await session.api.post('/api/v1/waitlists/long/entries', { people: people.slice(start, start + 30) });
      const { body } = await session.api.get('/api/v1/waitlists/long/entries');
      expect(body.limit).toBeLessThan(50);
      const names = (from: number, to: number) =>
        Array.from({ length: to - from + 1 }, (_, n) => `p${from + n}`);
      await page.goto(`${session.url}/dashboard/waitlists/long/signups`);
      await shown(...names(1, 50));
      await page.getByRole('button', { name: 'Next page' }).click();
      await shown(...names(51, 60));
    },
    2 * PATIENCE_MS,
  );
});

const LONG_QUESTIONS = Array.from({ length: 10 }, (_, n) => ({
  key: `q${n}`,
  label: `Question ${n}`,
  type: 'text',
  ask: 'form',
}));
