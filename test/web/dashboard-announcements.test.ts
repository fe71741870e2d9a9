import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Json } from '../support/api-client.ts';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { eventually } from '../support/eventually.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

const API = '/api/v1/waitlists/bikes/announcements';
const TEXT = { subject: 'Earlier news', body: 'Hi {{name|friend}}' };
const addressOf = (name: string) => `${name.toLowerCase()}@bikes.example`;

describeWithChromium('announcements in the dashboard', () => {
  const browser = shareChromium();
  const session = shareSession();
  let visit: DashboardVisit;
  beforeAll(async () => {
    await session.api.post('/api/v1/waitlists', {
      name: 'Rocket Bikes',
      slug: 'bikes',
      languages: ['en', 'de'],
      questions: [
        { key: 'role', label: 'Role', type: 'choice', options: ['Maker', 'Buyer'] },
        { key: 'beta', label: 'Beta', type: 'checkbox' },
      ],
    });
    await session.api.post('/api/v1/waitlists/bikes/entries', {
      people: [
        { email: addressOf('Ada'), name: 'Ada', answers: { role: 'Maker', beta: true } },
        { email: addressOf('Bea'), name: 'Bea', answers: { role: 'Buyer' } },
        { email: addressOf('Cai'), language: 'de', answers: { role: 'Maker' } },
      ],
    });
    visit = await openSignedIn(browser, session, '/dashboard/waitlists/bikes/announcements');
    await visit.page.getByText('Write to your list').waitFor();
  }, 2 * PATIENCE_MS);

  const open = (path = '') =>
    visit.page.goto(`${session.url}/dashboard/waitlists/bikes/announcements${path}`);
  const create = async (more: Json = {}) =>
    (await session.api.post(API, { ...TEXT, ...more })).body.announcement.id as string;
  const get = async (id: string) => (await session.api.get(`${API}/${id}`)).body.announcement;
  const mailTo = async (address: string) => (await session.mail()).filter(({ to }) => to === address);
  /** The id in the address, once it is there. */
  const savedId = async (): Promise<string> => {
    await visit.page.waitForURL(/announcements\/[\da-f-]{36}$/);
    return new URL(visit.page.url()).pathname.split('/').at(-1) ?? '';
  };

  // All of it in one minute would reach the limit of an account.
  beforeEach(() => session.sql('DELETE FROM rate_windows'));

  it(
    `is written beside its preview as somebody gets it, tested, and kept${verifies(
      'dashboard.announcement-written',
      'dashboard.announcement-audience',
      'dashboard.announcement-tested',
    )}`,
    async () => {
      const { page, problems } = visit;
      const mail = page.frameLocator('iframe[title="Email preview"]');
      await page.getByRole('link', { name: 'New announcement' }).click();
      await page.getByText('We don’t track who opens it or clicks.').waitFor();
      await page.getByLabel('Subject').fill('Number {{position}}');
      const message = page.getByLabel('Message');
      await message.fill('Hi {{name|friend}}, **soon**. ');
      await page.getByRole('group', { name: 'Insert' }).getByRole('button', { name: 'People ahead' }).click();
      expect(await message.inputValue()).toBe('Hi {{name|friend}}, **soon**. {{ahead}}');
      await page.getByText('Subject Number 128').waitFor();
      await mail.getByText('Hi Ada, soon. 127').waitFor();

      const as = page.getByRole('combobox', { name: 'Preview as' });
      for (const [name, shown] of [
        ['Bea', 'Hi Bea, soon. 1'],
        ['Cai', 'Hi friend, soon. 2'],
      ] as const) {
        await as.fill(name.toLowerCase());
        await page.getByRole('option', { name: new RegExp(addressOf(name)) }).click();
        await mail.getByText(shown).waitFor();
      }
      await page.getByText('Subject Number 3').waitFor();
      // Cai reads German, and so does our own line.
      await mail.getByText('E-Mails abbestellen').waitFor();
      await page.getByText('No name, place 3, 2 ahead').waitFor();
      const width = () => page.locator('iframe[title="Email preview"]').evaluate(frame => frame.clientWidth);
      expect(await width()).toBeGreaterThan(400);
      await page.getByTitle('Phone').click();
      expect(await width()).toBeLessThan(380);
      const background = () => mail.locator('body').evaluate(body => getComputedStyle(body).backgroundColor);
      expect(await background()).toBe('rgb(243, 247, 245)');
      await page.getByTitle('Dark').click();
      await eventually(async () => expect(await background()).toBe('rgb(14, 22, 19)'));

      await page.getByText('3 people').waitFor();
      const add = async (name: string) => {
        await page.getByRole('button', { name: /Only some people|Add a condition/ }).click();
        await page.getByRole('menuitem', { name }).click();
      };
      await add('Role');
      await page.getByText('2 people').waitFor();
      await add('Beta');
      await page.getByText('1 person').waitFor();
      await add('Joined');
      await page.getByLabel('Last day').fill('2020-02-29');
      await page.getByText('0 people').waitFor();
      await page.getByRole('button', { name: 'Remove Joined' }).click();
      await page.getByRole('button', { name: 'Remove Beta' }).click();
      await page.getByText('2 people').waitFor();
      expect(await visit.violations()).toEqual([]);

      await page.getByRole('button', { name: 'Send a test to me' }).click();
      await page.getByText(`Test sent to ${session.email}.`).waitFor();
      expect((await mailTo(session.email)).map(({ subject }) => subject)).toContain('Number 128');
      const draft = {
        state: 'draft',
        subject: 'Number {{position}}',
        body: 'Hi {{name|friend}}, **soon**. {{ahead}}',
        audience: { answers: { role: 'Maker' } },
      };
      expect(await get(await savedId())).toMatchObject(draft);
      await page.reload();
      await page.getByText('2 people').waitFor();
      expect(await message.inputValue()).toBe(draft.body);
      expect(await page.getByRole('button', { name: 'Save draft' }).isDisabled()).toBe(true);
      expect(problems.filter(problem => !problem.includes('401'))).toEqual([]);
    },
    2 * PATIENCE_MS,
  );

  it(
    `says whom it reaches and skips, sends it, and shows how far it is${verifies('dashboard.announcement-sent')}`,
    async () => {
      const { page } = visit;
      await session.api.post(`${API}/${await create()}/send`, {});
      const stop = await eventually(async () => {
        const [sent] = await mailTo(addressOf('Bea'));
        const link = /<(http[^>]+\/u\/[^>]+)>/.exec(sent?.headers['List-Unsubscribe'] ?? '')?.[1];
        expect(link).toBeDefined();
        return link ?? '';
      });
      await session.visitor.post(new URL(stop).pathname, {});

      await open('/new');
      await page.getByLabel('Subject').fill('We launch');
      await page.getByRole('button', { name: 'Send or schedule…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Send this announcement?' });
      await dialog.getByText('1 person stopped your emails').waitFor();
      await dialog.getByText('at most half of your account’s emails of a day').waitFor();
      expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([
        '1 person stopped your emails',
        addressOf('Ada'),
        addressOf('Cai'),
      ]);

      // As if mail were slow, at first.
      let isSlow = true;
      const id = await savedId();
      await page.route(`**/announcements/${id}`, async route => {
        const response = await route.fetch();
        const { announcement } = await response.json();
        const slow = { state: 'sending', recipients: 3, sent: 1, skipped: [] };
        await route.fulfill({
          response,
          json: { announcement: isSlow ? { ...announcement, ...slow } : announcement },
        });
      });
      await dialog.getByRole('button', { name: 'Send to 2 people' }).click();
      await page.getByText('Sending, 1 of 3').waitFor();
      expect(await page.getByRole('progressbar').getAttribute('value')).toBe('1');
      expect(await visit.violations()).toEqual([]);
      isSlow = false;
      await page.getByText('to 2 people').waitFor();
      await page.unroute(`**/announcements/${id}`);
      await page.getByRole('region', { name: 'Skipped' }).getByText('stopped your emails').waitFor();
      expect(await get(id)).toMatchObject({ state: 'sent', recipients: 3, sent: 2 });
      const launched = async (name: string) =>
        (await mailTo(addressOf(name))).filter(({ subject }) => subject === 'We launch').length;
      expect([await launched('Ada'), await launched('Bea'), await launched('Cai')]).toEqual([1, 0, 1]);

      await page.getByRole('link', { name: 'All announcements' }).click();
      const row = page.getByRole('row', { name: /We launch/ });
      await row.getByText('to 2 people').waitFor();
      await row.getByText('Everybody').waitFor();
      const rows = (await page.getByRole('row').allInnerTexts()).map(text => text.split('\n')[0]);
      expect(rows.slice(1, 3)).toEqual(['We launch', 'Earlier news']);
    },
    2 * PATIENCE_MS,
  );

  it(
    `is scheduled in the founder's own time zone, edited, canceled, and duplicated${verifies('dashboard.announcement-scheduled')}`,
    async () => {
      const { page } = visit;
      const id = await create({ subject: 'On Friday', audience: { status: 'waiting' } });
      await open(`/${id}`);
      const schedule = async () => {
        await page.getByRole('button', { name: 'Send or schedule…' }).click();
        await page.getByRole('dialog').getByText('Later', { exact: true }).click();
      };
      await schedule();
      const zone = await page.evaluate<string>('Intl.DateTimeFormat().resolvedOptions().timeZone');
      await page.getByText(`Your time zone: ${zone}`).waitFor();
      const time = page.getByLabel('Day and time');
      const confirm = page.getByRole('button', { name: /^Schedule for \d people$/ });
      await time.fill('2020-01-01T09:00');
      await page.getByText('Choose a time in the future').waitFor();
      await time.fill('2100-01-01T09:00');
      await page.getByText('At most 60 days from now').waitFor();
      expect(await confirm.isDisabled()).toBe(true);
      const local = await page.evaluate<string>(
        `(() => { const time = new Date(Date.now() + 5 * 864e5); const pad = part => String(part).padStart(2, '0');
          return time.getFullYear() + '-' + pad(time.getMonth() + 1) + '-' + pad(time.getDate()) + 'T09:30'; })()`,
      );
      await time.fill(local);
      await confirm.click();
      await page.getByText('Who gets it is decided when it is sent.').waitFor();
      const sendAt = await page.evaluate<string>(`new Date('${local}').toISOString()`);
      expect(await get(id)).toMatchObject({ state: 'scheduled', sendAt });

      await page.getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('Subject').waitFor();
      expect(await get(id)).toMatchObject({ state: 'draft', sendAt: null });
      await schedule();
      await confirm.click();
      await page.getByRole('button', { name: 'Cancel announcement…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel announcement' }).click();
      await page.getByText('Nobody got it.').waitFor();
      expect((await get(id)).state).toBe('canceled');

      await page.getByRole('button', { name: 'Duplicate' }).click();
      await page.getByLabel('Subject').waitFor();
      const copy = await savedId();
      expect(copy).not.toBe(id);
      expect(await get(copy)).toMatchObject({
        state: 'draft',
        subject: 'On Friday',
        audience: { status: 'waiting' },
      });
      await page.getByRole('button', { name: 'Delete draft…' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete draft' }).click();
      await page.getByText('Draft deleted.').waitFor();
      expect((await session.api.get(`${API}/${copy}`)).status).toBe(404);
    },
    2 * PATIENCE_MS,
  );

  it(
    `shows errors at their fields, asks before typed text is lost, and shows what was sent meanwhile${verifies('dashboard.announcement-errors')}`,
    async () => {
      const { page } = visit;
      await open('/new');
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.getByText('Enter a subject').waitFor();
      await page.getByLabel('Subject').fill('Hello');
      await page.getByLabel('Message').fill('Hi {{nobody}}');
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.getByText('Uses the unknown variable {{nobody}}').waitFor();
      expect(await page.getByLabel('Message').inputValue()).toBe('Hi {{nobody}}');
      await page.getByRole('link', { name: 'All announcements' }).click();
      await page.getByRole('button', { name: 'Keep editing' }).click();
      await page.getByLabel('Message').fill('Hi {{name}}');
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.getByText('Draft saved.').waitFor();

      const id = await savedId();
      await session.api.post(`${API}/${id}/send`, {});
      await page.getByLabel('Subject').fill('Hello again');
      await page.getByRole('button', { name: 'Save draft' }).click();
      await page.getByText("so it can't be changed").first().waitFor();
      await page.getByRole('heading', { name: 'Hello', exact: true }).waitFor();
      expect((await get(id)).subject).toBe('Hello');
      expect(visit.problems.filter(problem => !/40[019]/.test(problem))).toEqual([]);
    },
    2 * PATIENCE_MS,
  );
});
