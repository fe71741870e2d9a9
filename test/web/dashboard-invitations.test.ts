import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { addressOf, newList, redeem } from '../api/invitations/invitation-fixture.ts';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { eventually } from '../support/eventually.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

const NAMES = ['Ada', 'Bea', 'Cai', 'Dot', 'Eli', 'Fay'];
const APP = 'https://rocket.example/welcome';

describeWithChromium('letting people in', () => {
  const browser = shareChromium();
  const session = shareSession();
  let visit: DashboardVisit;
  let list: Awaited<ReturnType<typeof newList>>;
  beforeAll(async () => {
    list = await newList(session, NAMES, { inviteUrl: null });
    visit = await openSignedIn(browser, session, `/dashboard/waitlists/${list.id}/invitations`);
  }, 2 * PATIENCE_MS);

  const open = (path: string) => visit.page.goto(`${session.url}/dashboard/waitlists/${list.id}${path}`);
  const email = (name: string) => addressOf(name, list.slug);

  // All of it in one minute would reach the limit of an account.
  beforeEach(() => session.sql('DELETE FROM rate_windows'));

  it(
    `asks where invited people go, with errors at the field${verifies('invitations.dashboard-url')}`,
    async () => {
      const { page } = visit;
      await page.getByText('Each gets an email with a link to your app').waitFor();
      const docs = await page
        .getByRole('link', { name: 'How your app redeems the code' })
        .getAttribute('href');
      const [docsPath, anchor] = (docs ?? '').split('#');
      expect(await (await fetch(session.url + docsPath)).text()).toContain(`id="${anchor}"`);

      const field = page.getByLabel('Where invited people go');
      await field.fill('http://rocket.example');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Must be an https url').waitFor();
      expect(await field.inputValue()).toBe('http://rocket.example');
      await field.fill(APP);
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('6 people are waiting.').waitFor();
      expect((await session.api.get(list.path)).body.waitlist.inviteUrl).toBe(APP);
      expect(visit.problems.filter(problem => !/40[01]/.test(problem))).toEqual([]);
    },
    PATIENCE_MS,
  );

  it(
    `starts at ten people, or at all who wait if they are fewer${verifies('dashboard.invite-few')}`,
    async () => {
      const { page } = visit;
      const count = page.getByLabel('Invite the next');
      expect(await count.inputValue()).toBe(`${NAMES.length} people`);
      await page.route('**/overview?*', async route => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), waiting: 54 } });
      });
      await page.reload();
      await count.waitFor();
      expect(await count.inputValue()).toBe('10 people');
      for (const [name, people] of [
        ['50', '50 people'],
        ['All 54', '54 people'],
      ] as const) {
        await page.getByRole('button', { name, exact: true }).click();
        expect(await count.inputValue()).toBe(people);
      }
      await page.unroute('**/overview?*');
      await page.reload();
    },
    PATIENCE_MS,
  );

  it(
    `keeps what was typed when the preview or the invitation fails${verifies('invitations.dashboard-keeps-typing')}`,
    async () => {
      const { page } = visit;
      await page.getByLabel('Invite the next').fill('3');
      await page.getByLabel('Message').fill('Bring a helmet.');
      await page.getByText('15 of 500 characters').waitFor();
      for (const [path, button] of [
        ['**/invitations/preview', 'Preview'],
        ['**/invitations', 'Invite 3 people'],
      ] as const) {
        await page.route(path, route =>
          route.request().method() === 'POST'
            ? route.fulfill({ status: 500, json: { error: 'Broken' } })
            : route.continue(),
        );
        await page.getByRole('button', { name: button }).click();
        await page.getByRole('alert').getByText('Broken').waitFor();
        await page.unroute(path);
        if (button === 'Preview') await page.getByRole('button', { name: button }).click();
      }
      await page.getByRole('button', { name: 'Back' }).click();
      expect(await page.getByLabel('Invite the next').inputValue()).toBe('3 people');
      expect(await page.getByLabel('Message').inputValue()).toBe('Bring a helmet.');
      expect(await list.statuses()).toEqual(NAMES.map(name => `${name} waiting`));
    },
    PATIENCE_MS,
  );

  it(
    `invites the next three after a preview, and shows how far it is${verifies('invitations.dashboard-invite', 'dashboard.dialogs-accessible')}`,
    async () => {
      const { page } = visit;
      await page.getByRole('button', { name: 'Preview' }).click();
      const dialog = page.getByRole('dialog', { name: 'Invite 3 people?' });
      await dialog.getByText(email('Ada')).waitFor();
      expect(
        (await dialog.getByRole('listitem').allInnerTexts()).map(text => text.replace(/\s+/g, ' ')),
      ).toEqual(['Ada', 'Bea', 'Cai'].map((name, n) => `${n + 1} ${email(name)}`));
      await dialog.getByText('You’re in: Rocket Bikes').waitFor();
      const frame = dialog.frameLocator('iframe');
      await frame.getByRole('paragraph').getByText('Bring a helmet.').waitFor();
      expect(await frame.getByRole('link', { name: 'Accept your invitation' }).getAttribute('href')).toBe(
        `${APP}?code=your-code`,
      );

      // Escape closes the dialog from inside the email too, once the email's script has run.
      const shown = await dialog.locator('iframe').elementHandle();
      await (await shown?.contentFrame())?.waitForLoadState();
      await frame.getByRole('link', { name: 'Accept your invitation' }).focus();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Preview' }).click();

      // As if mail were slow: two thirds are sent, at first.
      let isSlow = true;
      await page.route('**/invitations?*', async route => {
        const response = await route.fetch();
        const body = await response.json();
        if (isSlow) body.batches[0] = { ...body.batches[0], state: 'sending', unsent: 1 };
        await route.fulfill({ response, json: body });
      });
      const invite = dialog.getByRole('button', { name: 'Invite 3 people' });
      // The first answer is lost on its way. Sent again, the request is done once.
      await page.route(
        '**/invitations',
        async route => {
          await route.fetch();
          await route.abort();
        },
        { times: 1 },
      );
      await invite.click();
      await dialog.getByRole('alert').waitFor();
      await invite.click();
      const batches = page.getByRole('region', { name: 'Invitations' });
      await batches.getByText('2 of 3 sent').waitFor();
      expect(await batches.getByRole('progressbar').getAttribute('value')).toBe('2');
      expect(await visit.violations()).toEqual([]);
      await list.code('Cai');
      isSlow = false;
      await batches.getByText('Sent', { exact: true }).waitFor();
      await page.unroute('**/invitations?*');
      await page.getByText('3 people are waiting.').waitFor();
      expect(await list.statuses()).toEqual([
        'Ada invited',
        'Bea invited',
        'Cai invited',
        'Dot waiting',
        'Eli waiting',
        'Fay waiting',
      ]);
    },
    PATIENCE_MS,
  );

  it(
    `marks and filters signups by status, and counts them${verifies('invitations.dashboard-status', 'invitations.dashboard-search')}`,
    async () => {
      const { page } = visit;
      await redeem(session.api, await list.code('Ada'));
      await open('/signups');
      await page.getByRole('row', { name: /Ada/ }).getByText('Accepted').waitFor();
      await page.getByRole('row', { name: /Bea/ }).getByText('Invited').waitFor();
      expect(await page.getByRole('row', { name: /Dot/ }).innerText()).not.toContain('Waiting');

      const filter = page.getByRole('radiogroup', { name: 'Status' });
      await filter.getByText('Invited').click();
      await page.getByText('2 people invited').waitFor();
      expect(new URL(page.url()).search).toBe('?status=invited');
      await page.reload();
      await page.getByText('2 people invited').waitFor();
      await page.getByRole('button', { name: /Joined/ }).click();
      await eventually(async () =>
        expect(await page.locator('.row-open').allInnerTexts()).toEqual(['Cai', 'Bea'].map(email)),
      );
      await page.getByRole('button', { name: email('Bea'), exact: true }).click();
      await page.getByRole('dialog').getByRole('definition').getByText('Invited').waitFor();
      await open('');
      await page.getByRole('term').getByText('Accepted').waitFor();
      const figures = page.locator('dl').filter({ hasText: 'Waiting' });
      const words = (await figures.innerText()).split(/\s+/);
      expect(words.slice(words.indexOf('Waiting'))).toEqual([
        'Waiting',
        '3',
        'Invited',
        '2',
        'Accepted',
        '1',
      ]);
    },
    PATIENCE_MS,
  );

  it(
    `invites two people picked by hand${verifies('invitations.dashboard-pick')}`,
    async () => {
      const { page } = visit;
      await open('/signups');
      await page.getByLabel(`Select ${email('Dot')}`).check();
      expect(await page.getByLabel(`Select ${email('Bea')}`).count()).toBe(0);
      // A pick outlives a search.
      await page.getByLabel('Search by email or name').fill('fay');
      await page.getByText('1 match', { exact: true }).waitFor();
      await page.getByLabel(`Select ${email('Fay')}`).check();
      await page.getByRole('button', { name: 'Invite (2)' }).click();
      await page.getByLabel('Message').fill('Just you two.');
      // Somebody else was faster.
      const dot = await list.idOf('Dot');
      const { body } = await list.invite({ entryIds: [dot] });
      await page.getByRole('button', { name: 'Preview' }).click();
      const dialog = page.getByRole('dialog', { name: 'Invite 1 person?' });
      await dialog
        .getByRole('listitem')
        .filter({ hasText: email('Dot') })
        .getByText('already invited')
        .waitFor();
      await list.withdraw(body.batch.id);
      await dialog.getByRole('button', { name: 'Back' }).click();
      expect(await page.getByLabel('Message').inputValue()).toBe('Just you two.');
      await page.getByRole('button', { name: 'Preview' }).click();
      await page.getByRole('button', { name: 'Invite 2 people' }).click();
      await page.getByText('Inviting 2 people.').waitFor();
      await page.getByRole('button', { name: 'Invite…' }).waitFor();
      expect((await list.people('status=invited')).entries.map(({ name }) => name).sort()).toEqual([
        'Bea',
        'Cai',
        'Dot',
        'Fay',
      ]);
    },
    PATIENCE_MS,
  );

  it(
    `withdraws a batch, after saying what happens${verifies('invitations.dashboard-withdraw', 'dashboard.invitation-results')}`,
    async () => {
      const { page } = visit;
      await open('/invitations');
      const batches = page.getByRole('region', { name: 'Invitations' });
      // The newest, the one withdrawn above, and the first.
      await batches.getByText('Withdrawn').waitFor();
      await batches
        .getByRole('button', { name: /^Withdraw/ })
        .last()
        .click();
      const dialog = page.getByRole('dialog', { name: 'Withdraw these invitations?' });
      await dialog.getByText('2 people').waitFor();
      await dialog.getByText('1 person accepted already').waitFor();
      await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
      await eventually(async () => expect(await batches.getByText('Withdrawn').count()).toBe(2));
      expect(await list.statuses()).toEqual([
        'Ada accepted',
        'Bea waiting',
        'Cai waiting',
        'Dot invited',
        'Eli waiting',
        'Fay invited',
      ]);
      // The newest batch is open; of the other two, one accepted and three were withdrawn.
      const results = page.getByRole('region', { name: 'Results' });
      await results.getByText('Still open').waitFor();
      await eventually(async () =>
        expect((await results.locator('dl').innerText()).split(/\s*\n\s*/)).toEqual([
          ...['Sent', '6'],
          ...['Accepted', '1', '16.7%'],
          ...['Still open', '2', '33.3%'],
          ...['Expired or withdrawn', '3', '50%'],
        ]),
      );
      expect(await results.getByText('within 3 days').count()).toBe(0);
    },
    PATIENCE_MS,
  );
});
