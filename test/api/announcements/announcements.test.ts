import { describe, expect, it } from '@jest/globals';
import { ALL_SCOPES } from '../../../core/kernel/scopes.ts';
import type { ApiClient, Json } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const session = shareSession();
let lists = 0;

const TEXT = { subject: 'News about {{waitlistName}}', body: 'Hi {{name|friend}}, we launch **soon**.' };

/** A waitlist with these people, and its announcements. */
async function newList(names: readonly string[] = [], settings: Json = {}, api: ApiClient = session.api) {
  const slug = `announced-${++lists}`;
  const created = await api.post('/api/v1/waitlists', { name: 'Rocket Bikes', slug, ...settings });
  expect(created.status).toBe(201);
  const addressOf = (name: string) => `${name.toLowerCase()}@${slug}.example`;
  const path = `/api/v1/waitlists/${slug}/announcements`;
  const people = names.map(name => ({ email: addressOf(name), name }));
  if (people.length > 0) await api.post(`/api/v1/waitlists/${slug}/entries`, { people });
  const get = async (id: string) => (await api.get(`${path}/${id}`)).body.announcement;
  return {
    slug,
    path,
    addressOf,
    get,
    create: async (input: Json = {}) => (await api.post(path, { ...TEXT, ...input })).body.announcement,
    send: (id: string, body: Json = {}) => api.post(`${path}/${id}/send`, body),
    /** Once it is sent. */
    ended: (id: string) =>
      eventually(async () => {
        const announcement = await get(id);
        expect(announcement.state).toBe('sent');
        return announcement;
      }),
    mailTo: async (name: string) => (await session.mail()).filter(({ to }) => to === addressOf(name)),
    entries: async () => (await api.get(`/api/v1/waitlists/${slug}/entries?sort=position`)).body.entries,
  };
}

const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString();

describe('an announcement', () => {
  it(`is a draft until it is scheduled or sent${verifies('announcements.create', 'announcements.draft')}`, async () => {
    const list = await newList(['Ada']);
    const { status, headers, body } = await session.api.post(list.path, TEXT);
    expect(status).toBe(201);
    expect(body.announcement).toEqual({
      id: expect.any(String),
      ...TEXT,
      audience: {},
      state: 'draft',
      sendAt: null,
      recipients: null,
      sent: 0,
      skipped: [],
      createdAt: expect.any(String),
      sentAt: null,
    });
    expect(headers.get('location')).toContain(`/announcements/${body.announcement.id}`);
    expect(await list.get(body.announcement.id)).toEqual(body.announcement);

    const at = inMinutes(90);
    const change = (input: Json) => session.api.patch(`${list.path}/${body.announcement.id}`, input);
    expect((await change({ sendAt: at })).body.announcement).toMatchObject({
      state: 'scheduled',
      sendAt: at,
    });
    expect((await change({ subject: 'Later' })).body.announcement).toMatchObject({
      state: 'scheduled',
      subject: 'Later',
      body: TEXT.body,
      sendAt: at,
    });
    expect((await change({ sendAt: null })).body.announcement).toMatchObject({
      state: 'draft',
      sendAt: null,
    });
  });

  it(`is sent to everybody, once, with what is true for each${verifies('announcements.sent', 'announcements.variables', 'announcements.stoppable')}`, async () => {
    const list = await newList(['Ada', 'Bob', 'Cleo']);
    await session.api.post(`/api/v1/waitlists/${list.slug}/entries`, {
      people: [{ email: list.addressOf('Dan') }],
    });
    const { id } = await list.create({
      body: [
        'Hi {{name|friend}}, you are {{position}} of {{waitlistName}}, {{ahead}} ahead.',
        '<b>bold</b> [see](javascript:alert(1)) [site](http://plain.example) [page](https://page.example)',
        '[your place]({{statusLink}})',
        '{{referralLink}}',
      ].join('\n\n'),
    });
    const { status, body } = await list.send(id);
    expect([status, body.announcement.state]).toEqual([202, 'sending']);
    expect(await list.ended(id)).toMatchObject({
      state: 'sent',
      recipients: 4,
      sent: 4,
      skipped: [],
      sentAt: expect.any(String),
    });
    const [mail, ...more] = await list.mailTo('Bob');
    expect(more).toEqual([]);
    expect(mail?.subject).toBe('News about Rocket Bikes');
    const [, bob] = await list.entries();
    expect(mail?.text).toContain('Hi Bob, you are 2 of Rocket Bikes, 1 ahead.');
    expect(mail?.text).toContain(bob.referralCode);
    expect(mail?.html).toContain('&lt;b&gt;bold&lt;/b&gt;');
    expect(mail?.html).toMatch(/<a [^>]*href="https:\/\/page\.example"/);
    expect(mail?.html).toMatch(/<a [^>]*href="http[^"]+\/s\/[\w-]{43}"[^>]*>your place/);
    expect(mail?.html).not.toMatch(/href="(javascript|http:\/\/plain)/);
    expect((await list.mailTo('Dan'))[0]?.text).toContain('Hi friend, ');

    const stop = /<(http[^>]+\/u\/[^>]+)>/.exec(mail?.headers['List-Unsubscribe'] ?? '')?.[1] ?? '';
    expect(mail?.text).toContain(stop);
    await session.visitor.post(new URL(stop).pathname, {});
    const again = await list.create();
    const dry = await list.send(again.id, { dryRun: true });
    expect([dry.status, dry.body]).toEqual([
      200,
      {
        recipients: 4,
        skipped: [{ reason: 'stopped', count: 1 }],
        sample: ['Ada', 'Cleo', 'Dan'].map(name => ({
          entryId: expect.any(String),
          email: list.addressOf(name),
        })),
      },
    ]);
    expect((await list.get(again.id)).state).toBe('draft');
    await list.send(again.id);
    expect(await list.ended(again.id)).toMatchObject({
      recipients: 4,
      sent: 3,
      skipped: [{ reason: 'stopped', count: 1 }],
    });
    expect(await list.mailTo('Bob')).toHaveLength(1);
    expect(await list.mailTo('Ada')).toHaveLength(2);
  });

  it(`goes to its audience alone${verifies('announcements.audience')}`, async () => {
    const questions = [
      { key: 'role', label: 'Role', type: 'choice', options: ['Maker', 'Buyer'] },
      { key: 'beta', label: 'Beta', type: 'checkbox' },
    ];
    const list = await newList([], { questions });
    await session.api.post(`/api/v1/waitlists/${list.slug}/entries`, {
      people: [
        {
          email: list.addressOf('Ada'),
          answers: { role: 'Maker', beta: true },
          source: { utmSource: 'News' },
        },
        { email: list.addressOf('Bob'), answers: { role: 'Maker' } },
        { email: list.addressOf('Cleo'), answers: { role: 'Buyer' }, source: { utmSource: 'News' } },
      ],
    });
    const reached = async (audience: Json) => {
      const { id } = await list.create({ audience });
      const { body } = await list.send(id, { dryRun: true });
      return body.sample.map(({ email }: { email: string }) => email.split('@')[0]);
    };
    expect(await reached({})).toEqual(['ada', 'bob', 'cleo']);
    expect(await reached({ answers: { role: 'Maker' } })).toEqual(['ada', 'bob']);
    expect(await reached({ answers: { beta: true } })).toEqual(['ada']);
    const beta = { answers: { beta: true } };
    expect((await list.create({ audience: beta })).audience).toEqual(beta);
    expect(await reached({ source: 'news', answers: { role: 'Buyer' } })).toEqual(['cleo']);
    expect(await reached({ minReferrals: 1 })).toEqual([]);
    expect(await reached({ status: 'accepted' })).toEqual([]);
    expect(await reached({ joinedAfter: inMinutes(5) })).toEqual([]);

    const { id } = await list.create({ audience: { answers: { role: 'Buyer' } } });
    await list.send(id);
    expect(await list.ended(id)).toMatchObject({ recipients: 1, sent: 1 });
    expect([await list.mailTo('Cleo'), await list.mailTo('Ada')].map(({ length }) => length)).toEqual([1, 0]);
    // Nobody at all.
    const none = await list.create({ audience: { minReferrals: 5 } });
    // All members are optional, so it needs no body.
    expect((await session.api.request('POST', `${list.path}/${none.id}/send`)).status).toBe(202);
    expect(await list.ended(none.id)).toMatchObject({ recipients: 0, sent: 0, skipped: [] });
  });

  it(`chooses whom to invite${verifies('announcements.invite')}`, async () => {
    const questions = [{ key: 'beta', label: 'Beta', type: 'checkbox' }];
    const list = await newList([], { questions, inviteUrl: 'https://rocket.example/in' });
    const people = ['Ada', 'Bob', 'Cleo', 'Dan', 'Eve'].map((name, n) => ({
      email: list.addressOf(name),
      answers: { beta: n % 2 === 0 },
    }));
    await session.api.post(`/api/v1/waitlists/${list.slug}/entries`, { people });
    const invite = async (body: Json) => {
      const answer = await session.api.post(`/api/v1/waitlists/${list.slug}/invitations`, body);
      return [answer.status, answer.body.batch?.invited ?? answer.body.details?.[0].path];
    };
    const invited = async () =>
      (await list.entries()).filter(({ status }: { status: string }) => status === 'invited');
    const beta = { answers: { beta: true } };
    expect(await invite({ count: 2, audience: beta, dryRun: true })).toEqual([200, 2]);
    expect(await invite({ count: 2, audience: beta })).toEqual([201, 2]);
    expect(await invited()).toMatchObject([{ position: 1 }, { position: 3 }]);
    expect(await invite({ count: 9, audience: beta })).toEqual([201, 1]);
    expect(await invited()).toMatchObject([{ position: 1 }, { position: 3 }, { position: 5 }]);
    expect(await invite({ count: 9, audience: { status: 'invited' } })).toEqual([201, 0]);
    const [{ id }] = await list.entries();
    expect(await invite({ entryIds: [id], audience: beta })).toEqual([400, 'audience']);
    expect(await invite({ count: 1, audience: { answers: { no: 'x' } } })).toEqual([
      400,
      'audience.answers.no',
    ]);
    // An empty one is everybody.
    expect(await invite({ count: 9, audience: {} })).toEqual([201, 2]);
  });

  it(`is sent when it is due${verifies('announcements.scheduled')}`, async () => {
    const list = await newList(['Ada']);
    const { id } = await list.create({ sendAt: inMinutes(30) });
    const moved = await session.api.patch(`${list.path}/${id}`, { sendAt: inMinutes(60) });
    expect(moved.body.announcement.state).toBe('scheduled');
    // The job of the first time does nothing.
    const due = (round: number) =>
      session.sql(
        `UPDATE outbox SET available_at = now() WHERE kind = 'announcement' AND payload ->> 'announcementId' = $1
           AND payload ->> 'round' = $2 RETURNING id`,
        [id, String(round)],
      );
    expect(await due(0)).toHaveLength(1);
    await session.join(list.slug, { email: 'wake@example.com' });
    await eventually(async () => expect(await due(0)).toEqual([]));
    expect((await list.get(id)).state).toBe('scheduled');
    await session.sql(`UPDATE announcements SET send_at = now() WHERE id = $1`, [id]);
    expect(await due(1)).toHaveLength(1);
    await session.join(list.slug, { email: 'wake-again@example.com' });
    expect(await list.ended(id)).toMatchObject({ recipients: 3, sent: 3 });
  });

  it(`can be deleted or canceled, and changed only before it is sent${verifies('announcements.delete', 'announcements.not-editable')}`, async () => {
    const list = await newList(['Ada']);
    const remove = (id: string) => session.api.delete(`${list.path}/${id}`);
    const draft = await list.create();
    expect((await remove(draft.id)).body).toEqual({ deleted: true });
    expect((await session.api.get(`${list.path}/${draft.id}`)).status).toBe(404);

    const scheduled = await list.create({ sendAt: inMinutes(30) });
    expect((await remove(scheduled.id)).status).toBe(200);
    expect(await list.get(scheduled.id)).toMatchObject({ state: 'canceled', sent: 0, recipients: null });

    const sent = await list.create();
    await list.send(sent.id);
    await list.ended(sent.id);
    for (const id of [sent.id, scheduled.id]) {
      const refusals = [
        await session.api.patch(`${list.path}/${id}`, { subject: 'Other' }),
        await list.send(id),
        await list.send(id, { dryRun: true }),
        ...(id === sent.id ? [await remove(id)] : []),
      ];
      for (const { status, body } of refusals) expect([status, body.code]).toEqual([409, 'not_editable']);
    }
    expect(await list.mailTo('Ada')).toHaveLength(1);
  });

  it(`can be tested${verifies('announcements.test')}`, async () => {
    const list = await newList(['Ada']);
    const { id } = await list.create({ subject: 'Only for me {{ahead}}' });
    const { status, body } = await session.api.post(`${list.path}/${id}/test`, {});
    expect([status, body]).toEqual([202, { sentTo: session.email }]);
    const mail = (await session.mail()).filter(({ subject }) => subject === 'Only for me 127');
    expect(mail.map(({ to }) => to)).toEqual([session.email]);
    expect((await list.get(id)).state).toBe('draft');
  });

  it(`is listed, newest first${verifies('announcements.list')}`, async () => {
    const list = await newList();
    const ids: string[] = [];
    for (const subject of ['One', 'Two', 'Three']) ids.unshift((await list.create({ subject })).id);
    const page = (query: string) => session.api.get(`${list.path}${query}`);
    const { body } = await page('?limit=2');
    expect(body).toMatchObject({ total: 3, limit: 2, offset: 0 });
    expect(body.announcements.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
    expect((await page('?offset=2')).body.announcements).toMatchObject([{ subject: 'One' }]);
  });

  it.each([
    [{ subject: '' }, 'subject'],
    [{ subject: 'a'.repeat(151) }, 'subject'],
    [{ subject: 'two\nlines' }, 'subject'],
    [{ subject: 'Hi {{email}}' }, 'subject'],
    [{ body: 'a'.repeat(10_001) }, 'body'],
    [{ body: '{{constructor}}' }, 'body'],
    [{ sendAt: inMinutes(-1) }, 'sendAt'],
    [{ sendAt: inMinutes(60 * 24 * 60 + 5) }, 'sendAt'],
    [{ sendAt: 'tomorrow' }, 'sendAt'],
    [{ audience: { status: 'gone' } }, 'audience.status'],
    [{ audience: { q: 'ada' } }, 'audience.q'],
    [{ audience: { answers: { none: 'x' } } }, 'audience.answers.none'],
    [{ audience: { answers: { none: ['x'] } } }, 'audience.answers.none'],
    [{ audience: [] }, 'audience'],
    [{ state: 'sent', extra: 1 }, 'extra'],
  ])(`is refused where it is wrong (%#)${verifies('announcements.validation')}`, async (change, field) => {
    const api = await session.otherAccount();
    const list = await newList([], {}, api);
    const { status, body } = await api.post(list.path, { ...TEXT, ...change });
    expect([status, body.details?.[0]?.path]).toEqual([400, field]);
  });

  it(`needs its scope, and is nobody else's${verifies('announcements.scope')}`, async () => {
    const account = await session.createAccount('pro');
    const api = await account.withScopes(ALL_SCOPES);
    const list = await newList(['Ada'], {}, api);
    const { id } = await list.create();
    const reader = await account.withScopes(['entries:read']);
    expect((await reader.get(`${list.path}/${id}`)).status).toBe(200);
    const refused = await reader.post(`${list.path}/${id}/send`, {});
    expect([refused.status, refused.body.requiredScope]).toEqual([403, 'announcements:write']);
    const other = await session.otherAccount();
    expect((await other.get(`${list.path}/${id}`)).status).toBe(404);
    const own = await newList([], {}, api);
    expect((await api.post(`${own.path}/${id}/send`, {})).status).toBe(404);
    expect((await api.get(`${list.path}/nonsense`)).status).toBe(404);
  });
});
