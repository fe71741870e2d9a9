import { beforeAll, beforeEach, expect, it } from '@jest/globals';
import { addressOf, newList, redeem, wakeWorker } from '../api/invitations/invitation-fixture.ts';
import { describeWithChromium, shareChromium } from '../support/chromium.ts';
import { type DashboardVisit, openSignedIn, PATIENCE_MS } from '../support/dashboard.ts';
import { eventually } from '../support/eventually.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

const NAMES = ['Ada', 'Bea', 'Cai', 'Dot', 'Eli', 'Fay'];
const TEAM = { key: 'team', label: 'Team', type: 'choice', options: ['Red', 'Blue'] };
const PLAN = { count: 2, days: ['mon', 'thu'], time: '09:00', timezone: 'Europe/Berlin' };

describeWithChromium('letting people in by plan and at a time', () => {
  const browser = shareChromium();
  const session = shareSession();
  let visit: DashboardVisit;
  let list: Awaited<ReturnType<typeof newList>>;
  beforeAll(async () => {
    list = await newList(session, NAMES, { inviteUrl: null });
    await session.api.patch(list.path, { questions: [TEAM] });
    visit = await openSignedIn(browser, session, `/dashboard/waitlists/${list.id}/invitations`);
  }, 2 * PATIENCE_MS);

  const open = (path = '/invitations') =>
    visit.page.goto(`${session.url}/dashboard/waitlists/${list.id}${path}`);
  const section = () => visit.page.getByRole('region', { name: 'Let people in by plan' });
  const planOf = async () => (await session.api.get(list.path)).body.waitlist.invitationPlan;
  const batches = async () => (await session.api.get(`${list.path}/invitations`)).body.batches;
  const setPlan = async (plan: object | null) => {
    expect((await session.api.patch(list.path, { invitationPlan: plan })).status).toBe(200);
  };
  const expectFits = async () => {
    const { page } = visit;
    await eventually(async () => expect(await page.locator('[data-stale]').count()).toBe(0));
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
    expect(await visit.violations()).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await visit.violations()).toEqual([]);
  };

  // All of it in one minute would reach the limit of an account.
  beforeEach(() => session.sql('DELETE FROM rate_windows'));

  it(
    `sets a plan up beside its runs, once it is known where people go, with errors at their fields${verifies('plans.dashboard-set')}`,
    async () => {
      const { page } = visit;
      const guide = await section().getByRole('link', { name: 'How plans work' }).getAttribute('href');
      const [docsPath, anchor] = (guide ?? '').split('#');
      expect(await (await fetch(session.url + docsPath)).text()).toContain(`id="${anchor}"`);
      await section().getByRole('button', { name: 'First set where people go' }).click();
      const url = page.getByLabel('Where invited people go');
      expect(await url.evaluate(field => field === field.ownerDocument.activeElement)).toBe(true);
      await url.fill('https://rocket.example/welcome');
      await page.getByRole('button', { name: 'Save' }).click();
      await section().getByRole('button', { name: 'Set up a plan' }).click();

      const runs = page.getByRole('region', { name: 'Next runs' });
      await eventually(async () => expect(await runs.getByRole('listitem').count()).toBe(5));
      const timezone = page.getByRole('combobox', { name: 'Time zone' });
      expect(await timezone.inputValue()).toBe(
        await page.evaluate<string>('Intl.DateTimeFormat().resolvedOptions().timeZone'),
      );
      const [monday, thursday] = ['Mon', 'Thu'].map(name =>
        section().getByRole('button', { name, exact: true }),
      );
      await monday?.click();
      await thursday?.click();
      await section().getByText('Choose days and a time to see the next runs.').waitFor();
      const people = page.getByLabel('People per run');
      await people.fill('0');
      await page.getByLabel('Reminder after').fill('14');
      await section().getByRole('button', { name: 'Start the plan' }).click();
      await section().getByText('Choose at least one day').waitFor();
      await section().getByText('Enter a whole number from 1 to 10,000').waitFor();
      await section().getByText('Enter fewer days than until they expire').waitFor();
      await expectFits();

      await monday?.click();
      await people.fill('2');
      await page.getByLabel('Reminder after').fill('7');
      await page.getByLabel('Open at once, at most').fill('4');
      await page.getByLabel('Time', { exact: true }).fill('09:30');
      await timezone.fill('new y');
      await page.getByRole('option', { name: 'America/New York' }).click();
      await runs.getByText('09:30', { exact: true }).first().waitFor();
      await runs.getByText('New York time').waitFor();
      // Somebody removes a question that the plan asks for.
      await section().getByText('6 people').waitFor();
      await section().getByRole('button', { name: 'Only some people' }).click();
      expect(await page.getByRole('menuitem', { name: 'Status' }).count()).toBe(0);
      await page.getByRole('menuitem', { name: 'Team' }).click();
      await section().getByText('0 people').waitFor();
      await session.api.patch(list.path, { questions: [] });
      await section().getByRole('button', { name: 'Start the plan' }).click();
      await section().getByRole('alert').waitFor();
      expect(await planOf()).toBeNull();
      expect(await people.inputValue()).toBe('2 people');
      await page.getByRole('button', { name: 'Remove Team' }).click();
      await section().getByRole('button', { name: 'Start the plan' }).click();
      await section().getByText('Next run:').waitFor();
      expect(await planOf()).toMatchObject({
        count: 2,
        days: ['mon'],
        time: '09:30',
        timezone: 'America/New_York',
        expiresInDays: 14,
        remindAfterDays: 7,
        maxOpen: 4,
        paused: false,
      });
      expect(visit.problems.filter(problem => !/40[01]/.test(problem))).toEqual([]);
    },
    2 * PATIENCE_MS,
  );

  it(
    `sums a plan up in a sentence, with its runs there and here, and shows what a run did${verifies('plans.dashboard-words')}`,
    async () => {
      const { page } = visit;
      await setPlan({ ...PLAN, count: 1, maxOpen: 4, remindAfterDays: 7, audience: { minReferrals: 1 } });
      await open();
      await section()
        .getByText(
          'Every Monday and Thursday at 09:00 (Berlin), the next person who meets the conditions is invited.',
        )
        .waitFor();
      await section().getByText('Conditions: At least 1 referral').waitFor();
      await setPlan({ ...PLAN, maxOpen: 4, remindAfterDays: 7 });
      await open();
      await section()
        .getByText('Every Monday and Thursday at 09:00 (Berlin), the next 2 people are invited.')
        .waitFor();
      const { nextRunAt } = await planOf();
      const day = new Date(nextRunAt).toLocaleDateString('en', {
        weekday: 'long',
        month: 'long',
        day: 'numeric',
        timeZone: 'Europe/Berlin',
      });
      await section().getByText(`Next run: ${day}`).waitFor();
      await section().getByText('Invitations expire after 14 days.').waitFor();
      await section().getByText('get a reminder after 7 days.').waitFor();
      await section().getByText('At most 4 invitations are open at once; now 0.').waitFor();
      const own = await page.evaluate<string>(
        `new Date('${nextRunAt}').toLocaleTimeString('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })`,
      );
      const first = section()
        .getByRole('listitem')
        .filter({ has: page.locator('time') })
        .first();
      expect(await first.innerText()).toContain('09:00');
      expect(await first.innerText()).toContain(`${own} your time`);
      await expectFits();

      // It comes while the screen is open.
      const due = new Date().toISOString();
      await session.sql(
        `UPDATE waitlists SET invitation_plan = jsonb_set(invitation_plan, '{nextRunAt}', to_jsonb($2::text)) WHERE id = $1`,
        [list.id, due],
      );
      await open();
      await session.sql(
        `UPDATE outbox SET available_at = now(), payload = jsonb_build_object('run', $2::text)
         WHERE kind = 'invitation_plan' AND waitlist_id = $1`,
        [list.id, due],
      );
      await section().getByText('Next run:').waitFor();
      await wakeWorker(session);
      const row = page.getByRole('region', { name: 'Invitations' }).getByRole('row', { name: /By plan/ });
      await row.getByText('2', { exact: true }).waitFor();
      await section().getByText('now 2.').waitFor();
      await section().getByText(`Next run: ${day}`).waitFor();
    },
    2 * PATIENCE_MS,
  );

  it(
    `runs a plan at once after saying how many people get an email, and says what happened${verifies('plans.dashboard-run')}`,
    async () => {
      const { page } = visit;
      await open();
      const dialog = page.getByRole('dialog', { name: 'Run the plan now?' });
      const run = async () => {
        await section().getByRole('button', { name: 'Run now…' }).click();
        await dialog.getByText('2 people get an email with an invitation now.').waitFor();
      };
      await run();
      // Somebody else was faster: all who may have an open invitation do.
      const { body } = await list.invite({ count: 2 });
      await dialog.getByRole('button', { name: 'Invite 2 people' }).click();
      await page.getByText('There was nobody to invite.').waitFor();
      await section().getByText('now 4.').waitFor();
      await section().getByRole('button', { name: 'Run now…' }).click();
      await dialog.getByText('4 invitations or more are open').waitFor();
      expect(await dialog.getByRole('button', { name: /^Invite/ }).count()).toBe(0);
      await dialog.getByRole('button', { name: 'Close' }).last().click();

      await list.withdraw(body.batch.id);
      await open();
      await run();
      await page.route('**/plan/runs', route => route.fulfill({ status: 500, json: { error: 'Broken' } }));
      await dialog.getByRole('button', { name: 'Invite 2 people' }).click();
      await dialog.getByRole('alert').getByText('Broken').waitFor();
      await page.unroute('**/plan/runs');
      await dialog.getByRole('button', { name: 'Invite 2 people' }).click();
      await page.getByText('Inviting 2 people.').waitFor();
      expect((await batches())[0]).toMatchObject({ planned: true, invited: 2 });
      await section().getByText('now 4.').waitFor();

      await setPlan({ ...PLAN, audience: { minReferrals: 9 } });
      await open();
      await section().getByRole('button', { name: 'Run now…' }).click();
      await dialog.getByText('Nobody to invite').waitFor();
    },
    2 * PATIENCE_MS,
  );

  it(
    `pauses, resumes, and removes a plan${verifies('plans.dashboard-paused')}`,
    async () => {
      const { page } = visit;
      await setPlan(PLAN);
      await open();
      await section().getByRole('button', { name: 'Pause' }).click();
      await section().getByText('Nobody is invited until you resume it.').waitFor();
      await page.getByRole('region', { name: 'If you resume now' }).getByRole('listitem').first().waitFor();
      expect(await planOf()).toMatchObject({ ...PLAN, paused: true, nextRunAt: null });
      await expectFits();
      // Changing a paused plan does not resume it.
      await section().getByRole('button', { name: 'Edit' }).click();
      await page.getByLabel('People per run').fill('3');
      await section().getByRole('button', { name: 'Save plan' }).click();
      await section().getByText('the next 3 people').waitFor();
      await section().getByRole('button', { name: 'Resume' }).click();
      await section().getByText('Next run:').waitFor();
      expect(await planOf()).toMatchObject({ count: 3, paused: false });

      // A plan without an address cannot be.
      const url = page.getByLabel('Where invited people go');
      await url.fill('');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Remove the plan first').waitFor();
      await page.getByRole('button', { name: 'Discard changes' }).click();

      await section().getByRole('button', { name: 'Edit' }).click();
      await section().getByRole('button', { name: 'Remove plan…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Remove the plan?' });
      await dialog.getByText('Invitations that were sent stay as they are.').waitFor();
      await dialog.getByRole('button', { name: 'Remove plan' }).click();
      await section().getByRole('button', { name: 'Set up a plan' }).waitFor();
      expect(await planOf()).toBeNull();
    },
    2 * PATIENCE_MS,
  );

  it(
    `schedules a batch, lists it with its time, and cancels it${verifies('invitations.dashboard-schedule')}`,
    async () => {
      const { page } = visit;
      await open();
      await page.getByLabel('Invite the next').fill('1');
      await page.getByText('Later', { exact: true }).click();
      const time = page.getByLabel('Day and time');
      await time.fill('2020-01-01T09:00');
      await page.getByText('Choose a time in the future').waitFor();
      await page.getByRole('button', { name: 'Preview' }).click();
      expect(await page.getByRole('dialog').count()).toBe(0);
      const local = await page.evaluate<string>(
        `(() => { const time = new Date(Date.now() + 5 * 864e5); const pad = part => String(part).padStart(2, '0');
          return time.getFullYear() + '-' + pad(time.getMonth() + 1) + '-' + pad(time.getDate()) + 'T09:30'; })()`,
      );
      await time.fill(local);
      await page.getByRole('button', { name: 'Preview' }).click();
      const dialog = page.getByRole('dialog', { name: 'Schedule these invitations?' });
      await dialog.getByText('the first in line at that time are invited').waitFor();
      expect(await dialog.getByRole('listitem').count()).toBe(1);
      await dialog.getByRole('button', { name: 'Schedule' }).click();
      await page.getByText(/^Scheduled for /).waitFor();
      const sendAt = await page.evaluate<string>(`new Date('${local}').toISOString()`);
      expect((await batches())[0]).toMatchObject({ state: 'scheduled', sendAt, invited: 0 });

      const shown = await page.evaluate<string>(
        `new Date('${local}').toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })`,
      );
      const row = page.getByRole('row').filter({ hasText: shown });
      await row.getByText(/Scheduled, in [45] days/).waitFor();
      await expectFits();
      await row.getByRole('button', { name: /^Cancel/ }).click();
      const question = page.getByRole('dialog', { name: 'Cancel these invitations?' });
      await question.getByText(`Nobody will be invited on ${shown}`).waitFor();
      await question.getByRole('button', { name: 'Cancel invitations' }).click();
      await row.getByText('Canceled').waitFor();
      expect((await batches())[0]).toMatchObject({ state: 'withdrawn', invited: 0 });
    },
    2 * PATIENCE_MS,
  );

  it(
    `withdraws the invitation of one person${verifies('invitations.dashboard-withdraw-one')}`,
    async () => {
      const { page } = visit;
      await redeem(session.api, await list.code('Bea'));
      await open(`/signups?person=${await list.idOf('Bea')}`);
      await page.getByRole('term').getByText('Invited').waitFor();
      expect(await page.getByRole('button', { name: 'Withdraw invitation…' }).count()).toBe(0);

      const eli = await list.idOf('Eli');
      await list.invite({ entryIds: [eli, await list.idOf('Fay')] });
      await open(`/signups?person=${eli}`);
      await page.getByRole('term').getByText('Expires').waitFor();
      await page.getByRole('button', { name: 'Withdraw invitation…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Withdraw this invitation?' });
      await dialog.getByText('will wait again, at the same place in line').waitFor();
      // The details stay.
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'hidden' });
      await page.getByRole('button', { name: 'Withdraw invitation…' }).click();
      await dialog.getByRole('button', { name: 'Withdraw invitation' }).click();
      await page.getByText('Invitation withdrawn.').waitFor();
      await page.getByRole('definition').getByText('Waiting').waitFor();
      expect(await list.statuses()).toEqual([
        'Ada invited',
        'Bea accepted',
        'Cai invited',
        'Dot invited',
        'Eli waiting',
        'Fay invited',
      ]);
      await page.getByText(addressOf('Eli', list.slug)).first().waitFor();
      expect(visit.problems.filter(problem => !/40[01]|500/.test(problem))).toEqual([]);
    },
    2 * PATIENCE_MS,
  );
});
