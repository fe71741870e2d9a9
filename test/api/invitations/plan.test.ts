import { beforeEach, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { sharePerson, shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';
import { addressOf, newList, redeem, wakeWorker } from './invitation-fixture.ts';

const session = shareSession();
const person = sharePerson(session);
// They call more often than an account may.
beforeEach(() => session.sql('DELETE FROM rate_windows'));

const NAMES = ['Ada', 'Bea', 'Cai', 'Dot', 'Eva'];
const DAILY = {
  count: 2,
  days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'],
  time: '09:00',
  timezone: 'Europe/Berlin',
};
const DEFAULTS = { expiresInDays: 14, remindAfterDays: null, maxOpen: null, paused: false };
const DAY_MS = 86_400_000;

type List = Awaited<ReturnType<typeof newList>>;

const setPlan = (list: List, invitationPlan: Record<string, unknown> | null) =>
  session.api.patch(list.path, { invitationPlan });

const planOf = async (list: List) => (await session.api.get(list.path)).body.waitlist.invitationPlan;

const batchesOf = async (list: List) => (await session.api.get(`${list.path}/invitations`)).body.batches;

const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();

/** The next run was due at this time. @returns once it was run */
async function runPlan(list: List, due = daysAgo(0)): Promise<void> {
  await session.sql(
    `UPDATE waitlists SET invitation_plan = jsonb_set(invitation_plan, '{nextRunAt}', to_jsonb($2::text)) WHERE id = $1`,
    [list.id, due],
  );
  await session.sql(
    `UPDATE outbox SET available_at = now(), payload = jsonb_build_object('run', $2::text)
     WHERE kind = 'invitation_plan' AND waitlist_id = $1`,
    [list.id, due],
  );
  await wakeWorker(session);
  await eventually(async () => expect((await planOf(list)).nextRunAt).not.toBe(due));
}

describe('invitationPlan', () => {
  it(`is sent whole, and read with its next run${verifies('plans.set')}`, async () => {
    const list = await newList(session, []);
    expect(await planOf(list)).toBeNull();
    const { status, body } = await setPlan(list, { ...DAILY, days: ['sun', 'mon'], maxOpen: 50 });
    expect(status).toBe(200);
    const plan = { ...DAILY, ...DEFAULTS, days: ['mon', 'sun'], maxOpen: 50, nextRunAt: expect.any(String) };
    expect(body.waitlist.invitationPlan).toEqual(plan);
    const next = new Date(body.waitlist.invitationPlan.nextRunAt);
    expect(next.getTime()).toBeGreaterThan(Date.now());
    expect(next.getTime()).toBeLessThan(Date.now() + 7 * DAY_MS);
    const shown = next.toLocaleString('en-GB', {
      timeZone: 'Europe/Berlin',
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
    });
    expect(shown).toMatch(/^(Mon|Sun),? 09:00$/);

    // Sent back as it was read, it stays as it is.
    expect((await setPlan(list, await planOf(list))).body.waitlist.invitationPlan).toEqual(plan);
    await setPlan(list, { ...DAILY, paused: true });
    expect(await planOf(list)).toEqual({ ...DAILY, ...DEFAULTS, paused: true, nextRunAt: null });
    const listed = (await session.api.get('/api/v1/waitlists')).body.waitlists;
    expect(listed.find(({ id }: { id: string }) => id === list.id).invitationPlan.paused).toBe(true);
    await setPlan(list, null);
    expect(await planOf(list)).toBeNull();
    expect(
      await session.sql(`SELECT FROM outbox WHERE kind = 'invitation_plan' AND waitlist_id = $1`, [list.id]),
    ).toHaveLength(0);
  });

  it(`can be set when the waitlist is created${verifies('plans.set', 'plans.url-required')}`, async () => {
    const input = { name: 'Planned', invitationPlan: DAILY };
    const refused = await session.api.post('/api/v1/waitlists', input);
    expect([refused.status, refused.body.code]).toEqual([422, 'invite_url_required']);
    const { status, body } = await session.api.post('/api/v1/waitlists', {
      ...input,
      inviteUrl: 'https://rocket.example/',
    });
    expect(status).toBe(201);
    expect(body.waitlist.invitationPlan).toEqual({ ...DAILY, ...DEFAULTS, nextRunAt: expect.any(String) });
    expect(
      await session.sql(`SELECT FROM outbox WHERE kind = 'invitation_plan' AND waitlist_id = $1`, [
        body.waitlist.id,
      ]),
    ).toHaveLength(1);
  });

  it.each([
    [{ count: 0 }, 'count', 'must be at least 1'],
    [{ days: [] }, 'days', 'must name at least one day'],
    [{ days: ['monday'] }, 'days.0', expect.stringContaining('mon')],
    [{ time: '9:00' }, 'time', 'must be a time of day like 09:30'],
    [{ time: '24:00' }, 'time', 'must be a time of day like 09:30'],
    [{ timezone: 'Berlin' }, 'timezone', 'must be an IANA time zone like Europe/Berlin'],
    [{ timezone: 'PST' }, 'timezone', 'must be an IANA time zone like Europe/Berlin'],
    [{ timezone: '+01:00' }, 'timezone', 'must be an IANA time zone like Europe/Berlin'],
    [{ expiresInDays: 3, remindAfterDays: 3 }, 'remindAfterDays', 'must be less than expiresInDays'],
    [{ audience: { answers: { team: 'Red' } } }, 'audience.answers.team', expect.any(String)],
  ])(`with %j is a 400 at %s${verifies('plans.refused')}`, async (wrong, path, message) => {
    const list = await newList(session, []);
    const { status, body } = await setPlan(list, { ...DAILY, ...wrong });
    expect([status, body.details]).toEqual([400, [{ path: `invitationPlan.${path}`, message }]]);
    expect(await planOf(list)).toBeNull();
  });

  it(`needs inviteUrl for as long as it is set${verifies('plans.url-required')}`, async () => {
    const list = await newList(session, [], { inviteUrl: null });
    const refused = await setPlan(list, DAILY);
    expect([refused.status, refused.body.code]).toEqual([422, 'invite_url_required']);
    const inviteUrl = 'https://rocket.example/';
    expect((await session.api.patch(list.path, { inviteUrl, invitationPlan: DAILY })).status).toBe(200);
    const taken = await session.api.patch(list.path, { inviteUrl: null });
    expect([taken.status, taken.body.code]).toEqual([422, 'invite_url_required']);
    expect((await session.api.patch(list.path, { inviteUrl: null, invitationPlan: null })).status).toBe(200);
  });

  it(`needs the scope invitations:write to change${verifies('plans.scope')}`, async () => {
    const list = await newList(session, []);
    await setPlan(list, DAILY);
    const client = await session.withScopes(['waitlists:write', 'waitlists:read']);
    const refused = await client.patch(list.path, { invitationPlan: { ...DAILY, count: 9 } });
    expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_scope']);
    // What it does not change, it may send back; and it may take the plan away.
    const plan = await planOf(list);
    expect((await client.patch(list.path, { name: 'Renamed', invitationPlan: plan })).status).toBe(200);
    expect((await client.patch(list.path, { invitationPlan: null })).status).toBe(200);
  });
});

describe('a run of a plan', () => {
  it(`is a batch of the next in line${verifies('plans.run', 'plans.once')}`, async () => {
    const list = await newList(session, NAMES);
    await setPlan(list, { ...DAILY, expiresInDays: 5 });
    // Three runs were missed: they are one.
    await runPlan(list, daysAgo(3));
    expect(await list.statuses()).toEqual([
      'Ada invited',
      'Bea invited',
      'Cai waiting',
      'Dot waiting',
      'Eva waiting',
    ]);
    const [batch, ...others] = await batchesOf(list);
    expect(others).toEqual([]);
    expect(batch).toMatchObject({ planned: true, sendAt: null, invited: 2 });
    expect((Date.parse(batch.expiresAt) - Date.now()) / DAY_MS).toBeCloseTo(5, 2);
    expect(Date.parse((await planOf(list)).nextRunAt)).toBeGreaterThan(Date.now());
    expect((await redeem(session.api, await list.code('Bea'))).status).toBe(200);
    await runPlan(list);
    expect(await batchesOf(list)).toHaveLength(2);
    expect((await list.statuses())[3]).toBe('Dot invited');
  });

  it(`happens once, also after a crash before it was noted${verifies('plans.once')}`, async () => {
    const list = await newList(session, NAMES);
    await setPlan(list, DAILY);
    const due = daysAgo(1);
    await runPlan(list, due);
    // As if the batch were the last thing that was committed.
    await runPlan(list, due);
    expect(await batchesOf(list)).toHaveLength(1);
    await runPlan(list);
    expect(await batchesOf(list)).toHaveLength(2);
  });

  it(`takes only people of its audience${verifies('plans.run')}`, async () => {
    const list = await newList(session, NAMES);
    const eva = await list.idOf('Eva');
    await session.sql(`UPDATE entries SET created_at = created_at + interval '1 hour' WHERE id = $1`, [eva]);
    const joinedAfter = new Date(Date.now() + DAY_MS / 48).toISOString();
    await setPlan(list, { ...DAILY, audience: { joinedAfter } });
    await runPlan(list);
    expect(await list.statuses()).toEqual([
      'Ada waiting',
      'Bea waiting',
      'Cai waiting',
      'Dot waiting',
      'Eva invited',
    ]);
  });

  it(`makes no batch if it finds nobody${verifies('plans.nobody')}`, async () => {
    const list = await newList(session, []);
    await setPlan(list, DAILY);
    await runPlan(list);
    expect(await batchesOf(list)).toEqual([]);
  });

  it(`stops at maxOpen, and goes on when an invitation is accepted${verifies('plans.max-open')}`, async () => {
    const list = await newList(session, NAMES);
    await list.invite({ entryIds: [await list.idOf('Eva')] });
    await setPlan(list, { ...DAILY, maxOpen: 2 });
    await runPlan(list);
    const invited = async () => (await list.statuses()).filter(status => status.endsWith(' invited'));
    expect(await invited()).toEqual(['Ada invited', 'Eva invited']);
    await runPlan(list);
    expect(await batchesOf(list)).toHaveLength(2);
    await redeem(session.api, await list.code('Ada'));
    await runPlan(list);
    expect(await invited()).toEqual(['Bea invited', 'Eva invited']);
  });

  it(`passes over people whose third invitation expired${verifies('plans.unanswered')}`, async () => {
    const list = await newList(session, ['Ada', 'Bea']);
    for (let time = 1; time <= 3; time++) {
      const { id } = (await list.invite({ entryIds: [await list.idOf('Ada')] })).body.batch;
      await eventually(async () => expect((await list.batch(id)).state).toBe('sent'));
      await session.sql('UPDATE invitation_batches SET expires_at = now() WHERE id = $1', [id]);
      await session.sql('SELECT end_invitations($1, $2)', [list.id, id]);
    }
    await setPlan(list, { ...DAILY, count: 1 });
    await runPlan(list);
    expect(await list.statuses()).toEqual(['Ada waiting', 'Bea invited']);
    const page = await fetch(`${list.statusUrls.get('Ada')}.json`);
    expect(await page.json()).toMatchObject({ status: 'waiting', expected: null });
    const [batch] = await batchesOf(list);
    expect(batch.skipped).toEqual([{ entryId: await list.idOf('Ada'), reason: 'unanswered' }]);
    expect((await list.invite({ count: 1 })).body.batch.invited).toBe(1);
    expect(await list.statuses()).toEqual(['Ada invited', 'Bea invited']);
  });

  it(`is not made once the plan was paused${verifies('plans.set')}`, async () => {
    const list = await newList(session, NAMES);
    await setPlan(list, DAILY);
    const { nextRunAt } = await planOf(list);
    await setPlan(list, { ...DAILY, paused: true });
    // A job of the time before.
    await session.sql(
      `INSERT INTO outbox (kind, waitlist_id, payload) VALUES ('invitation_plan', $1, jsonb_build_object('run', $2::text))`,
      [list.id, nextRunAt],
    );
    await wakeWorker(session);
    await eventually(async () =>
      expect(
        await session.sql(`SELECT FROM outbox WHERE kind = 'invitation_plan' AND waitlist_id = $1`, [
          list.id,
        ]),
      ).toHaveLength(0),
    );
    expect(await batchesOf(list)).toEqual([]);
  });

  it(`reminds once those who have not redeemed${verifies('plans.reminder')}`, async () => {
    const list = await newList(session, NAMES);
    await setPlan(list, { ...DAILY, remindAfterDays: 3 });
    await runPlan(list);
    const [batch] = await batchesOf(list);
    await redeem(session.api, await list.code('Ada'));
    await list.code('Bea');
    await eventually(async () => expect((await list.batch(batch.id)).state).toBe('sent'));
    const remind = async (count: number) => {
      for (let round = 0; round < count; round++)
        await session.sql(
          `INSERT INTO outbox (kind, waitlist_id, payload) VALUES ('remind_invitations', $1, jsonb_build_object('batchId', $2::text))`,
          [list.id, batch.id],
        );
      await session.sql(
        `UPDATE outbox SET available_at = now() WHERE kind = 'remind_invitations' AND waitlist_id = $1`,
        [list.id],
      );
      await wakeWorker(session);
      await eventually(async () =>
        expect(
          await session.sql(
            `SELECT FROM outbox WHERE kind IN ('remind_invitations', 'invitation_reminder') AND waitlist_id = $1`,
            [list.id],
          ),
        ).toHaveLength(0),
      );
    };
    const [queued] = await session.sql(
      `SELECT (extract(epoch FROM available_at - now()) / 86400)::float AS days FROM outbox
       WHERE kind = 'remind_invitations' AND waitlist_id = $1`,
      [list.id],
    );
    expect(queued.days).toBeCloseTo(3, 2);
    await remind(2);
    const reminders = async () =>
      (await session.mail())
        .filter(({ to, subject }) => to.endsWith(`@${list.slug}.example`) && subject.startsWith('Reminder'))
        .map(({ to, subject }) => `${to} ${subject}`);
    const expected = [`${addressOf('Bea', list.slug)} Reminder: You’re in: Rocket Bikes`];
    expect(await reminders()).toEqual(expected);
    const [reminder] = (await session.mail()).filter(({ subject }) => subject.startsWith('Reminder'));
    expect(reminder?.text).toContain(`code=${await list.code('Bea')}`);
    expect(reminder?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    await remind(1);
    expect(await reminders()).toEqual(expected);
  });
});

describe('the dashboard', () => {
  it(`previews a plan, and runs it at once${verifies('plans.dashboard')}`, async () => {
    const list = await newList(session, NAMES);
    const path = `/api/v1/dashboard/waitlists/${list.id}/plan`;
    const { status, body } = await person.post(`${path}/preview`, { plan: { ...DAILY, paused: true } });
    expect([status, body.runs]).toEqual([200, Array(5).fill(expect.any(String))]);
    expect((await person.post(`${path}/runs`, {})).status).toBe(404);
    await setPlan(list, { ...DAILY, paused: true, maxOpen: 3 });
    const dry = await person.post(`${path}/runs`, { dryRun: true });
    expect([dry.status, dry.body.batch]).toMatchObject([200, { planned: true, invited: 2 }]);
    expect(await batchesOf(list)).toEqual([]);
    const run = await person.post(`${path}/runs`, {});
    expect([run.status, run.body.batch]).toMatchObject([200, { planned: true, invited: 2 }]);
    expect((await person.post(`${path}/runs`, {})).body.batch).toMatchObject({ invited: 1 });
    expect((await person.post(`${path}/runs`, { dryRun: true })).body.batch.invited).toBe(0);
    expect((await person.post(`${path}/runs`, {})).body.batch).toBeNull();
  });
});
