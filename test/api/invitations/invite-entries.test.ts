import { createHash } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { openSession, shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';
import { addPeople, addressOf, INVITE_URL, newList, redeem } from './invitation-fixture.ts';

const session = shareSession();

const NAMES = ['Ada', 'Bea', 'Cai', 'Dot'];

describe('inviteUrl', () => {
  it(`is null until it is set, and can be cleared${verifies('invitations.invite-url')}`, async () => {
    const list = await newList(session, [], { inviteUrl: null });
    const get = async () => (await session.api.get(list.path)).body.waitlist.inviteUrl;
    expect(await get()).toBeNull();
    expect((await session.api.patch(list.path, { inviteUrl: INVITE_URL })).body.waitlist.inviteUrl).toBe(
      INVITE_URL,
    );
    expect(await get()).toBe(INVITE_URL);
    await session.api.patch(list.path, { inviteUrl: null });
    expect(await get()).toBeNull();
  });

  it.each([
    ['http://rocket.example/', 'must be an https url'],
    ['javascript:alert(1)', 'must be an absolute https url'],
    ['https://a:b@rocket.example/', 'must be an absolute https url'],
    ['https://rocket.example/?a=1&code=2', 'must have no parameter named code: invitations add it'],
  ])(`cannot be %s${verifies('invitations.invite-url-secure')}`, async (inviteUrl, message) => {
    const list = await newList(session, []);
    const { status, body } = await session.api.patch(list.path, { inviteUrl });
    expect([status, body.details]).toEqual([400, [{ path: 'inviteUrl', message }]]);
  });
});

describe('invite_entries', () => {
  it(`invites the first who wait, and mails each a code${verifies('invitations.created', 'invitations.by-count', 'invitations.entry-status', 'invitations.email', 'invitations.email-stops', 'invitations.invite-url')}`, async () => {
    const list = await newList(session, NAMES);
    expect(await list.statuses()).toEqual(NAMES.map(name => `${name} waiting`));
    const { status, body } = await list.invite({ count: 2, message: 'Bring a helmet.' });
    expect(status).toBe(201);
    expect(body.batch).toEqual({
      id: expect.any(String),
      state: 'sending',
      invited: 2,
      accepted: 0,
      unsent: 2,
      skipped: [],
      skippedCounts: [],
      sendAt: null,
      planned: false,
      expiresAt: expect.any(String),
      createdAt: expect.any(String),
    });
    const days = (Date.parse(body.batch.expiresAt) - Date.parse(body.batch.createdAt)) / 86_400_000;
    expect(days).toBeCloseTo(14, 2);
    expect(await list.statuses()).toEqual(['Ada invited', 'Bea invited', 'Cai waiting', 'Dot waiting']);

    const code = await list.code('Ada');
    expect(code).toMatch(/^[\w-]{22}$/);
    expect(await list.links('Ada')).toEqual([`${INVITE_URL}&code=${code}`]);
    await list.code('Bea');
    await eventually(async () =>
      expect(await list.batch(body.batch.id)).toMatchObject({ state: 'sent', unsent: 0 }),
    );
    expect(await list.links('Cai')).toEqual([]);

    const [email] = (await session.mail()).filter(
      ({ to, subject }) => to === addressOf('Ada', list.slug) && subject === 'You’re in: Rocket Bikes',
    );
    for (const part of [email?.text, email?.html]) expect(part).toContain('Bring a helmet.');
    const stop = /<(http[^>]+\/u\/[^>]+)>/.exec(email?.headers['List-Unsubscribe'] ?? '')?.[1];
    expect(email?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
    expect(email?.text).toContain(stop ?? 'no link');

    const stored = await session.sql(
      'SELECT i.*, b.* FROM invitations i JOIN invitation_batches b ON b.id = i.batch_id',
    );
    expect(JSON.stringify(stored)).not.toContain(code);
    const hash = createHash('sha256').update(code).digest();
    expect(stored.filter(({ code_hash }) => hash.equals(code_hash))).toHaveLength(1);
  });

  it(`mails nobody twice, also if a job is repeated${verifies('invitations.email-once')}`, async () => {
    const list = await newList(session, NAMES);
    await list.invite({ count: 1 });
    await list.code('Ada');
    // As after a worker that died before it could say that it was done.
    await session.sql(
      `INSERT INTO outbox (kind, waitlist_id, payload)
       SELECT 'invitation_email', i.waitlist_id, jsonb_build_object('invitationId', i.id)
       FROM invitations i WHERE i.waitlist_id = $1`,
      [list.id],
    );
    // Wakes the worker.
    await session.join(list.slug, { email: 'waker@example.com' });
    await eventually(async () =>
      expect(
        await session.sql(`SELECT FROM outbox WHERE kind = 'invitation_email' AND waitlist_id = $1`, [
          list.id,
        ]),
      ).toEqual([]),
    );
    expect(await list.links('Ada')).toHaveLength(1);
  });

  it(`only tells what would happen with dryRun${verifies('invitations.dry-run', 'invitations.dry-run-preview')}`, async () => {
    const list = await newList(session, NAMES);
    const { status, body } = await list.invite({ count: 3, message: 'Bring a helmet.', dryRun: true });
    expect(status).toBe(200);
    const people = (await list.people()).entries.slice(0, 3);
    expect(body).toEqual({
      batch: {
        id: null,
        state: 'preview',
        invited: 3,
        accepted: 0,
        unsent: 0,
        skipped: [],
        skippedCounts: [],
        sendAt: null,
        planned: false,
        expiresAt: expect.any(String),
        createdAt: expect.any(String),
      },
      sample: people.map(({ id, email, position }) => ({ entryId: id, email, position })),
      email: { subject: 'You’re in: Rocket Bikes', text: expect.stringContaining('Bring a helmet.') },
    });
    expect((await session.api.get(`${list.path}/invitations`)).body).toMatchObject({ batches: [], total: 0 });
    expect(await list.statuses()).toEqual(NAMES.map(name => `${name} waiting`));
    expect(
      await session.sql('SELECT FROM outbox o WHERE o.kind LIKE $1 AND o.waitlist_id = $2', [
        'inv%',
        list.id,
      ]),
    ).toEqual([]);
  });

  it(`names the first 20 people in a dry run${verifies('invitations.dry-run-preview')}`, async () => {
    const list = await newList(session, []);
    await addPeople(session, list.id, 25);
    const { body } = await list.invite({ count: 25, dryRun: true });
    expect(body.batch.invited).toBe(25);
    expect(body.sample.map(({ position }: { position: number }) => position)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    const made = (await list.invite({ count: 25 })).body;
    expect(Object.keys(made)).toEqual(['batch']);
  });

  it(`skips people picked by hand who cannot be invited${verifies('invitations.by-hand')}`, async () => {
    const list = await newList(session, NAMES);
    const other = await newList(session, ['Eve']);
    await list.invite({ entryIds: [await list.idOf('Bea')] });
    const ids = [await list.idOf('Bea'), await list.idOf('Dot'), await other.idOf('Eve')];
    const { body } = await list.invite({ entryIds: ids });
    expect(body.batch).toMatchObject({
      invited: 1,
      skipped: [
        { entryId: ids[0], reason: 'invited' },
        { entryId: ids[2], reason: 'not_found' },
      ],
    });
    expect(await list.statuses()).toEqual(['Ada waiting', 'Bea invited', 'Cai waiting', 'Dot invited']);
  });

  it(`passes over people who stopped the email${verifies('invitations.passed-over')}`, async () => {
    const list = await newList(session, NAMES);
    await list.invite({ entryIds: [await list.idOf('Ada')] });
    await list.code('Ada');
    const stop = (await session.mail()).find(
      ({ to, headers }) => to === addressOf('Ada', list.slug) && headers['List-Unsubscribe'],
    );
    const url = /<([^>]+)>/.exec(stop?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
    expect((await fetch(url, { method: 'POST' })).status).toBe(200);
    const [batch] = (await session.api.get(`${list.path}/invitations`)).body.batches;
    await list.withdraw(batch.id);

    const { body } = await list.invite({ count: 2 });
    expect(body.batch).toMatchObject({
      invited: 2,
      skipped: [{ entryId: await list.idOf('Ada'), reason: 'stopped' }],
    });
    expect(await list.statuses()).toEqual(['Ada waiting', 'Bea invited', 'Cai invited', 'Dot waiting']);
  });

  it(`needs inviteUrl${verifies('invitations.url-required')}`, async () => {
    const list = await newList(session, NAMES, { inviteUrl: null });
    for (const dryRun of [true, false]) {
      const { status, body } = await list.invite({ count: 1, dryRun });
      expect([status, body.code]).toEqual([422, 'invite_url_required']);
      expect(body.resolution).toContain('inviteUrl');
    }
  });

  it.each([
    [{}, 'count'],
    [{ count: 1, entryIds: ['019a4d4c-0000-7000-8000-000000000000'] }, 'count'],
    [{ count: 0 }, 'count'],
    [{ count: 10_001 }, 'count'],
    [{ count: 1.5 }, 'count'],
    [{ entryIds: [] }, 'entryIds'],
    [{ entryIds: ['ada'] }, 'entryIds.0'],
    [{ entryIds: Array(501).fill('019a4d4c-0000-7000-8000-000000000000') }, 'entryIds'],
    [{ count: 1, expiresInDays: 0 }, 'expiresInDays'],
    [{ count: 1, expiresInDays: 91 }, 'expiresInDays'],
    [{ count: 1, message: 'x'.repeat(501) }, 'message'],
  ])(`refuses %j${verifies('invitations.one-of-two', 'invitations.limits')}`, async (input, path) => {
    const list = await newList(session, []);
    const { status, body } = await list.invite(input);
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(body.details.map((detail: { path: string }) => detail.path)).toEqual([path]);
  });

  it(`takes nobody twice, ten batches at once${verifies('invitations.never-twice')}`, async () => {
    const names = Array.from({ length: 25 }, (_, n) => `Person${String(n).padStart(2, '0')}`);
    const list = await newList(session, names);
    const batches = await Promise.all(Array.from({ length: 10 }, () => list.invite({ count: 2 })));
    expect(batches.map(({ status, body }) => [status, body.batch.invited])).toEqual(Array(10).fill([201, 2]));
    expect((await list.people('status=invited&sort=position')).entries.map(({ name }) => name)).toEqual(
      names.slice(0, 20),
    );
    await Promise.all(names.slice(0, 20).map(name => list.code(name)));
    for (const name of names.slice(0, 20)) expect(await list.links(name)).toHaveLength(1);
  });

  it(`lets no new account send its own words${verifies('invitations.message-new-account')}`, async () => {
    const strict = await openSession({ plan: 'free', environment: { OWN_TEMPLATES_AFTER_HOURS: '24' } });
    try {
      const list = await newList(strict, ['Ada']);
      const { status, body } = await list.invite({ count: 1, message: 'You won!' });
      expect([status, body.details[0].path]).toEqual([400, 'message']);
      expect(body.details[0].message).toContain('24 hours');
      expect((await list.invite({ count: 1, dryRun: true })).status).toBe(200);
      await strict.sql(`UPDATE accounts SET created_at = now() - interval '25 hours'`);
      expect((await list.invite({ count: 1, message: 'Welcome.' })).status).toBe(201);
    } finally {
      await strict.close();
    }
  });
});

describe('batches', () => {
  it(`are listed newest first, and read one by one${verifies('invitations.list')}`, async () => {
    const list = await newList(session, NAMES);
    const made = [];
    for (let n = 0; n < 3; n++) made.unshift((await list.invite({ count: 1 })).body.batch.id);
    const page = (await session.api.get(`${list.path}/invitations?limit=2&offset=1`)).body;
    expect(page).toMatchObject({ total: 3, limit: 2, offset: 1 });
    expect(page.batches.map(({ id }: { id: string }) => id)).toEqual(made.slice(1));
    expect(await list.batch(made[0])).toMatchObject({ id: made[0], invited: 1 });
    expect((await session.api.get(`${list.path}/invitations/nonsense`)).status).toBe(404);
  });

  it(`are withdrawn: their people wait again, who was let in stays${verifies('invitations.withdraw', 'invitations.redeem-ended')}`, async () => {
    const list = await newList(session, NAMES);
    const { id } = (await list.invite({ count: 3 })).body.batch;
    const [ada, bea] = [await list.code('Ada'), await list.code('Bea')];
    await redeem(session.api, ada);
    const { status, body } = await list.withdraw(id);
    expect([status, body.batch]).toMatchObject([
      200,
      { state: 'withdrawn', invited: 3, accepted: 1, unsent: 0 },
    ]);
    expect(await list.statuses()).toEqual(['Ada accepted', 'Bea waiting', 'Cai waiting', 'Dot waiting']);
    expect((await list.withdraw(id)).body.batch).toMatchObject({ state: 'withdrawn', accepted: 1 });
    const late = await redeem(session.api, bea);
    expect([late.status, late.body.code]).toEqual([410, 'invitation_expired']);
    // And they can be invited again, with a new code.
    await list.invite({ count: 1 });
    await eventually(async () => expect(await list.links('Bea')).toHaveLength(2));
    expect((await redeem(session.api, await list.code('Bea'))).status).toBe(200);
    expect((await list.withdraw('nonsense')).status).toBe(404);
  });

  it(`expire: their people wait again, at the same places${verifies('invitations.expire', 'invitations.redeem-ended')}`, async () => {
    const list = await newList(session, NAMES);
    const { id } = (await list.invite({ count: 2, expiresInDays: 1 })).body.batch;
    const code = await list.code('Ada');
    await session.sql('UPDATE invitation_batches SET expires_at = now() WHERE id = $1', [id]);
    expect((await redeem(session.api, code)).status).toBe(410);
    await session.sql(
      `UPDATE outbox SET available_at = now() WHERE kind = 'expire_invitations' AND waitlist_id = $1`,
      [list.id],
    );
    // Wakes the worker.
    await session.join(list.slug, { email: 'waker@example.com', name: 'Eli' });
    await eventually(async () =>
      expect(await list.statuses()).toEqual([...NAMES, 'Eli'].map(name => `${name} waiting`)),
    );
    expect((await redeem(session.api, code)).status).toBe(410);
  });
});
