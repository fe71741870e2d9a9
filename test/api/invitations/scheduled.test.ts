import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';
import { newList, redeem, wakeWorker } from './invitation-fixture.ts';

const session = shareSession();

const NAMES = ['Ada', 'Bea', 'Cai', 'Dot'];
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

/** The time of a batch has come. */
async function comes(batchId: string): Promise<void> {
  await session.sql('UPDATE invitation_batches SET send_at = now() WHERE id = $1', [batchId]);
  await session.sql(`UPDATE outbox SET available_at = now() WHERE payload ->> 'batchId' = $1`, [batchId]);
  await wakeWorker(session);
}

/** No due job of this kind is left. */
const jobsDone = (kind: string): Promise<void> =>
  eventually(async () =>
    expect(
      await session.sql('SELECT FROM outbox WHERE kind = $1 AND available_at <= now()', [kind]),
    ).toHaveLength(0),
  );

describe('a scheduled batch', () => {
  it(`takes its people when its time comes${verifies('invitations.schedule')}`, async () => {
    const list = await newList(session, NAMES);
    const sendAt = inDays(59);
    const { status, body } = await list.invite({ count: 2, sendAt, expiresInDays: 7 });
    expect([status, body.batch]).toMatchObject([
      201,
      { state: 'scheduled', sendAt, invited: 0, unsent: 0, planned: false },
    ]);
    expect(Date.parse(body.batch.expiresAt) - Date.parse(sendAt)).toBe(7 * 86_400_000);
    expect(await list.statuses()).toEqual(NAMES.map(name => `${name} waiting`));
    // Ada is invited meanwhile, so the next two are others.
    await list.invite({ entryIds: [await list.idOf('Ada')] });
    await comes(body.batch.id);
    await eventually(async () =>
      expect(await list.batch(body.batch.id)).toMatchObject({ state: 'sent', invited: 2 }),
    );
    expect(await list.statuses()).toEqual(['Ada invited', 'Bea invited', 'Cai invited', 'Dot waiting']);
    const { expiresAt } = await list.batch(body.batch.id);
    expect((Date.parse(expiresAt) - Date.now()) / 86_400_000).toBeCloseTo(7, 2);
    expect((await redeem(session.api, await list.code('Cai'))).status).toBe(200);
    // Its job may run again.
    await session.sql(
      `INSERT INTO outbox (kind, waitlist_id, payload) VALUES ('scheduled_invitations', $1, jsonb_build_object('batchId', $2::text))`,
      [list.id, body.batch.id],
    );
    await wakeWorker(session);
    await jobsDone('scheduled_invitations');
    expect(await list.batch(body.batch.id)).toMatchObject({ invited: 2 });
  });

  it(`takes those who were picked, but not who was erased meanwhile${verifies('invitations.schedule')}`, async () => {
    const list = await newList(session, NAMES);
    const [bea, dot] = [await list.idOf('Bea'), await list.idOf('Dot')];
    const { id } = (await list.invite({ entryIds: [bea, dot.toUpperCase()], sendAt: inDays(1) })).body.batch;
    await session.api.delete(`${list.path}/entries/${dot}`);
    const kept = await session.sql('SELECT scheduled FROM invitation_batches WHERE id = $1', [id]);
    expect(JSON.stringify(kept)).toContain(bea);
    expect(JSON.stringify(kept)).not.toContain(dot);
    await comes(id);
    await eventually(async () => expect(await list.batch(id)).toMatchObject({ state: 'sent', invited: 1 }));
    expect((await list.batch(id)).skipped).toEqual([]);
  });

  it(`is previewed as it would be then${verifies('invitations.schedule')}`, async () => {
    const list = await newList(session, NAMES);
    const sendAt = inDays(30);
    const { status, body } = await list.invite({ count: 2, sendAt, expiresInDays: 7, dryRun: true });
    expect([status, body.batch]).toMatchObject([200, { id: null, state: 'preview', sendAt, invited: 2 }]);
    expect(Date.parse(body.batch.expiresAt) - Date.parse(sendAt)).toBe(7 * 86_400_000);
    expect((await session.api.get(`${list.path}/invitations`)).body.total).toBe(0);
  });

  it.each([
    ['in the past', () => inDays(-1), 'must be in the future'],
    ['more than 60 days ahead', () => inDays(61), 'must be within 60 days'],
  ])(`is a 400 %s${verifies('invitations.schedule')}`, async (_, sendAt, message) => {
    const list = await newList(session, []);
    const { status, body } = await list.invite({ count: 1, sendAt: sendAt() });
    expect([status, body.details]).toEqual([400, [{ path: 'sendAt', message }]]);
  });

  it(`is canceled by withdrawing it${verifies('invitations.schedule-cancel')}`, async () => {
    const list = await newList(session, NAMES);
    const { id } = (await list.invite({ count: 2, sendAt: inDays(1) })).body.batch;
    expect((await list.withdraw(id)).body.batch).toMatchObject({ state: 'withdrawn', invited: 0 });
    expect(await session.sql(`SELECT FROM outbox WHERE payload ->> 'batchId' = $1`, [id])).toHaveLength(0);
    // A worker may have claimed it before.
    await session.sql(
      `INSERT INTO outbox (kind, waitlist_id, payload) VALUES ('scheduled_invitations', $1, jsonb_build_object('batchId', $2::text))`,
      [list.id, id],
    );
    await comes(id);
    await jobsDone('scheduled_invitations');
    expect(await list.batch(id)).toMatchObject({ state: 'withdrawn', invited: 0 });
    expect(await list.statuses()).toEqual(NAMES.map(name => `${name} waiting`));
  });

  it(`finds nobody once its audience asks for a question that is gone${verifies('invitations.schedule')}`, async () => {
    const list = await newList(session, NAMES);
    const questions = [{ key: 'team', label: 'Team?', type: 'choice', options: ['Red', 'Blue'] }];
    await session.api.patch(list.path, { questions });
    const audience = { answers: { team: 'Red' } };
    const unknown = await list.invite({ count: 1, audience: { answers: { tem: 'Red' } }, sendAt: inDays(1) });
    expect([unknown.status, unknown.body.details[0].path]).toEqual([400, 'audience.answers.tem']);
    const { id } = (await list.invite({ count: 1, audience, sendAt: inDays(1) })).body.batch;
    await session.api.patch(list.path, { questions: [] });
    await comes(id);
    await eventually(async () => expect(await list.batch(id)).toMatchObject({ state: 'sent', invited: 0 }));
  });

  it(`is one of at most 100${verifies('invitations.schedule-bounded')}`, async () => {
    const list = await newList(session, []);
    await session.sql(
      `INSERT INTO invitation_batches (id, waitlist_id, scheduled, invite_url, send_at, expires_at, invited)
       SELECT gen_random_uuid(), $1, '{}', 'https://a.example', now(), now(), 0 FROM generate_series(1, 100)`,
      [list.id],
    );
    const { status, body } = await list.invite({ count: 1, sendAt: inDays(1) });
    expect([status, body.code]).toEqual([422, 'limit_reached']);
    expect((await list.invite({ count: 1 })).status).toBe(201);
  });
});

describe('the invitation of one person', () => {
  it(`is withdrawn alone${verifies('invitations.withdraw-one')}`, async () => {
    const list = await newList(session, NAMES);
    const { id } = (await list.invite({ count: 3 })).body.batch;
    const [ada, bea] = [await list.code('Ada'), await list.code('Bea')];
    await redeem(session.api, ada);
    await list.code('Cai');
    await eventually(async () => expect((await list.batch(id)).state).toBe('sent'));
    const withdraw = async (name: string, batchId = id) =>
      session.api.delete(`${list.path}/invitations/${batchId}?entryId=${await list.idOf(name)}`);
    const { status, body } = await withdraw('Bea');
    expect([status, body.batch]).toMatchObject([200, { id, state: 'sent', invited: 3, accepted: 1 }]);
    expect((await redeem(session.api, bea)).body.code).toBe('invitation_expired');
    expect(await list.statuses()).toEqual(['Ada accepted', 'Bea waiting', 'Cai invited', 'Dot waiting']);
    // Again, and of somebody who accepted: nothing changes.
    expect((await withdraw('Bea')).status).toBe(200);
    expect((await withdraw('Ada')).status).toBe(200);
    expect(await list.statuses()).toEqual(['Ada accepted', 'Bea waiting', 'Cai invited', 'Dot waiting']);
    expect((await withdraw('Dot')).status).toBe(404);
    expect((await withdraw('Bea', 'nonsense')).status).toBe(404);
    expect((await session.api.delete(`${list.path}/invitations/${id}?entryId=x`)).status).toBe(400);
    // The batch withdrawn later counts each once.
    expect((await list.withdraw(id)).body.batch).toMatchObject({ state: 'withdrawn', invited: 3 });
    const counts = await session.sql('SELECT accepted, ended FROM invitation_batches WHERE id = $1', [id]);
    expect(counts).toEqual([{ accepted: 1, ended: 2 }]);
  });
});
