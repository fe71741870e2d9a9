import { expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { verifies } from '../../support/verifies.ts';
import {
  describeEach,
  openStorage,
  type Storage,
  settle,
  shareDatabase,
} from '../database/storage-fixture.ts';
import { INVITE_URL, redeem } from './invitation-fixture.ts';

describeEach('people whose data is in an attached database', open => {
  const { session, database, viaProxy, proxy } = shareDatabase(open);

  async function invitedList(...names: string[]): Promise<Storage> {
    const list = await openStorage(session);
    await session.api.patch(`/api/v1/waitlists/${list.slug}`, { inviteUrl: INVITE_URL });
    await list.attach(viaProxy);
    await list.join(...names);
    await settle(session);
    return list;
  }
  const invite = (list: Storage, body: Record<string, unknown>) =>
    session.api.post(`/api/v1/waitlists/${list.slug}/invitations`, body);
  const codeOf = async (name: string): Promise<string | undefined> =>
    (await session.mail())
      .filter(({ to, subject }) => to === `${name}@example.com` && subject.startsWith('You’re in'))
      .map(({ text }) => /code=(\S+)/.exec(text)?.[1])[0];
  const away = () => session.sql(`SELECT last_error FROM outbox WHERE lane = 'outside_addresses'`);
  /** Skips the pause of the database and the delays of the jobs. */
  async function restore(list: Storage): Promise<void> {
    proxy.restore();
    await session.sql('UPDATE database_attachments SET failures = 0, retry_at = NULL');
    await session.sql('UPDATE outbox SET available_at = now() WHERE last_error IS NOT NULL');
    await list.join(`waker${Date.now()}`);
    await settle(session);
  }

  it(`are invited and let in${verifies('invitations.email-outside', 'invitations.redeem')}`, async () => {
    const list = await invitedList('ann', 'ben');
    const { id } = (await invite(list, { count: 1 })).body.batch;
    await settle(session);
    const { status, body } = await redeem(session.api, (await codeOf('ann')) ?? '');
    expect([status, body]).toMatchObject([200, { email: 'ann@example.com', name: 'ann' }]);
    const batch = (await session.api.get(`/api/v1/waitlists/${list.slug}/invitations/${id}`)).body.batch;
    expect(batch).toMatchObject({ state: 'sent', invited: 1, accepted: 1 });
    const invited = (await list.entries('?status=accepted')).body;
    expect(invited).toMatchObject({ total: 1, entries: [{ email: 'ann@example.com' }] });
  });

  it(`share connections for their addresses${verifies('invitations.email-outside-together')}`, async () => {
    const names = Array.from({ length: 30 }, (_, n) => `together${n}`);
    const list = await invitedList(...names);
    const before = proxy.connections();
    await invite(list, { count: 30 });
    await settle(session);
    for (const name of names) expect(await codeOf(name)).toBeDefined();
    // Some were due, and read, before the others were.
    expect(proxy.connections() - before).toBeLessThanOrEqual(names.length / 2);
  });

  it(`are invited when their database is back${verifies('invitations.email-outside')}`, async () => {
    const list = await invitedList('cat');
    proxy.cut();
    expect((await invite(list, { count: 1 })).status).toBe(201);
    await eventually(async () =>
      expect(await away()).toEqual([{ last_error: 'external_database_unavailable' }]),
    );
    expect(await codeOf('cat')).toBeUndefined();
    await restore(list);
    expect(await codeOf('cat')).toBeDefined();
  });

  it(`are found by a batch once it is back, and reminded${verifies('invitations.schedule', 'plans.reminder')}`, async () => {
    const list = await invitedList('una', 'vic');
    const path = `/api/v1/waitlists/${list.slug}`;
    await session.api.patch(path, { questions: [{ key: 'team', label: 'Team?', type: 'text' }] });
    const person = { email: 'wes@example.com', name: 'wes', answers: { team: 'Red' } };
    await session.api.post(`${path}/entries`, { people: [person] });
    await settle(session);
    proxy.cut();
    const audience = { answers: { team: 'Red' } };
    const sendAt = new Date(Date.now() + 1_500).toISOString();
    const { id } = (await invite(list, { count: 5, audience, sendAt })).body.batch;
    await session.sql(`UPDATE outbox SET available_at = now() WHERE kind = 'scheduled_invitations'`);
    await eventually(async () => {
      await list.join(`waker${Date.now()}`);
      expect(await session.sql(`SELECT last_error FROM outbox WHERE kind = 'scheduled_invitations'`)).toEqual(
        [{ last_error: 'external_database_unavailable' }],
      );
    });
    expect((await session.api.get(`${path}/invitations/${id}`)).body.batch.state).toBe('scheduled');
    await restore(list);
    expect((await session.api.get(`${path}/invitations/${id}`)).body.batch).toMatchObject({
      state: 'sent',
      invited: 1,
    });
    expect(await codeOf('wes')).toBeDefined();
    // And they are reminded, at the address that is only there.
    await session.sql(
      `INSERT INTO outbox (kind, turn, waitlist_id, payload)
       SELECT 'remind_invitations', w.account_id, w.id, jsonb_build_object('batchId', $2::text) FROM waitlists w WHERE w.slug = $1`,
      [list.slug, id],
    );
    await list.join(`waker${Date.now()}`);
    await settle(session);
    expect(
      (await session.mail())
        .filter(({ to }) => to === 'wes@example.com')
        .map(({ subject }) => subject.split(':')[0]),
    ).toEqual(expect.arrayContaining(['Reminder', 'You’re in']));
  });

  const overviewOf = async (list: Storage, id: string) => {
    const { batch } = (await session.api.get(`/api/v1/waitlists/${list.slug}/invitations/${id}`)).body;
    const { waiting, invited } = (await session.api.get(`/api/v1/waitlists/${list.slug}/statistics`)).body;
    return [batch.state, batch.unsent, waiting, invited];
  };

  it(`wait again if their row is gone${verifies('invitations.lost-address')}`, async () => {
    const list = await invitedList('ida', 'jon', 'kim');
    const table = (await list.get()).body.tableName;
    await database.query(`DELETE FROM ${table} WHERE email = 'ida@example.com'`);
    const { id } = (await invite(list, { count: 2 })).body.batch;
    await settle(session);
    expect(await overviewOf(list, id)).toEqual(['sent', 0, 2, 1]);
    expect(await codeOf('jon')).toBeDefined();
    // The next invitation passes over whom it cannot reach, and does not lose another email.
    const { batch } = (await invite(list, { count: 1 })).body;
    expect(batch).toMatchObject({ invited: 1, skippedCounts: [{ reason: 'undeliverable', count: 1 }] });
    await settle(session);
    expect(await codeOf('kim')).toBeDefined();
  });

  it(`wait again if their database is detached before the email is sent${verifies('invitations.lost-address')}`, async () => {
    const list = await invitedList('lea');
    proxy.cut();
    const { id } = (await invite(list, { count: 1 })).body.batch;
    await eventually(async () =>
      expect(await away()).toEqual([{ last_error: 'external_database_unavailable' }]),
    );
    await list.detach();
    await restore(list);
    expect(await codeOf('lea')).toBeUndefined();
    expect(await overviewOf(list, id)).toEqual(['sent', 0, 1, 0]);
    await list.attach(viaProxy);
    await settle(session);
    expect(await overviewOf(list, id)).toEqual(['sent', 0, 2, 0]);
    await invite(list, { count: 1 });
    await settle(session);
    expect(await codeOf('lea')).toBeDefined();
  });

  it(`are not let in while it is away, and nothing changes${verifies('invitations.redeem-outside')}`, async () => {
    const list = await invitedList('dan');
    await invite(list, { count: 1 });
    await settle(session);
    const code = (await codeOf('dan')) ?? '';
    proxy.cut();
    const { status, body } = await redeem(session.api, code);
    expect([status, body.code]).toEqual([503, 'external_database_unavailable']);
    await restore(list);
    expect((await redeem(session.api, code)).body).toMatchObject({
      email: 'dan@example.com',
      alreadyRedeemed: false,
    });
  });

  it(`are neither listed nor counted once it is detached${verifies('invitations.statistics', 'invitations.list-status')}`, async () => {
    const list = await invitedList('eva', 'fin');
    await invite(list, { count: 1 });
    const statistics = async () => {
      const { total, waiting, invited } = (await session.api.get(`/api/v1/waitlists/${list.slug}/statistics`))
        .body;
      return [total, waiting, invited];
    };
    expect(await statistics()).toEqual([2, 1, 1]);
    await list.detach();
    await list.join('gus');
    expect(await statistics()).toEqual([1, 1, 0]);
    for (const [query, total] of [
      ['?status=invited', 0],
      ['?status=waiting', 1],
      ['?status=waiting&sort=position', 1],
    ] as const)
      expect((await list.entries(query)).body).toMatchObject({
        total,
        entries: Array(total).fill({ name: 'gus' }),
      });
  });
});
