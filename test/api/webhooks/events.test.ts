import { afterAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../support/eventually.ts';
import { sharePerson, shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';
import { type Received, verify } from './receiver.ts';
import { type HookedList, openHook, stopReceivers } from './webhook-fixture.ts';

const session = shareSession();
const person = sharePerson(session);
afterAll(async () => {
  await stopReceivers();
});

const only = ([first]: readonly Received[]): Received => {
  if (!first) throw new Error('Nothing was received');
  return first;
};

async function entryOf(list: HookedList, name: string) {
  const { body } = await session.api.get(`${list.path}/entries?email=${name}%40example.com`);
  return body.entries[0];
}

/** The event of each type, whose `entry` is that of the API. */
async function expectEvent(list: HookedList, type: string, entry: unknown, more = {}): Promise<Received> {
  const sent = only(await list.received(type));
  expect(verify(list.secret, sent)).toEqual({
    type,
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    data: { waitlist: { id: list.id, slug: list.slug }, entry, ...more },
  });
  expect(sent.headers).toMatchObject({ 'content-type': 'application/json' });
  return sent;
}

describe('an event', () => {
  it(`tells that somebody joined, as Standard Webhooks asks${verifies('webhooks.joined', 'webhooks.signed', 'webhooks.log')}`, async () => {
    const list = await openHook(session);
    await list.join('ada');
    const entry = await entryOf(list, 'ada');
    expect(entry).toMatchObject({ email: 'ada@example.com', name: 'ada', position: 1 });
    const { id } = await expectEvent(list, 'entry.joined', { ...entry, status: 'waiting' });
    await eventually(async () => {
      const { body } = await list.deliveries();
      expect(body).toEqual({
        deliveries: [
          {
            id,
            type: 'entry.joined',
            state: 'delivered',
            attempts: 1,
            responseStatus: 204,
            error: null,
            responseBody: null,
            nextAttemptAt: null,
            createdAt: expect.any(String),
          },
        ],
        total: 1,
        limit: 50,
        offset: 0,
      });
    });
  });

  it(`has answers, source and language${verifies('answers.webhook')}`, async () => {
    const list = await openHook(session);
    await session.api.patch(`/api/v1/waitlists/${list.slug}`, {
      questions: [{ key: 'terms', label: 'I agree', type: 'checkbox' }],
    });
    const source = { utmSource: 'X', utmMedium: null, utmCampaign: null, referrerHost: 't.co' };
    await session.join(list.slug, { email: 'ada@example.com', answers: { terms: true }, source });
    const entry = await entryOf(list, 'ada');
    expect(entry).toMatchObject({ answers: { terms: true }, source, language: 'en' });
    await expectEvent(list, 'entry.joined', { ...entry, status: 'waiting' });
  });

  it(`tells of a referrer where they stand after the credit, and of their friend${verifies('webhooks.referred')}`, async () => {
    const list = await openHook(session, { events: ['entry.referred'] });
    const codes = [];
    for (const name of ['one', 'two', 'ada']) codes.push((await list.join(name)).body.referralCode);
    await list.join('friend', codes[2]);
    const ada = await entryOf(list, 'ada');
    expect(ada).toMatchObject({ position: 1, referralCount: 1 });
    const { id, email, name } = await entryOf(list, 'friend');
    await expectEvent(list, 'entry.referred', { ...ada, status: 'waiting' }, { friend: { id, email, name } });
    expect(list.receiver.received).toHaveLength(1);
  });

  it(`tells of a referral that was held once it counts${verifies('webhooks.referred')}`, async () => {
    const list = await openHook(session, { events: ['entry.referred', 'entry.joined'] });
    const { referralCode } = (await list.join('ada')).body;
    await list.join('ada+2', referralCode);
    await list.received('entry.joined', 2);
    expect(list.receiver.ofType('entry.referred')).toEqual([]);
    const friend = await entryOf(list, encodeURIComponent('ada+2'));
    await session.api.patch(`${list.path}/referrals/${friend.id}`, { state: 'credited' });
    const sent = only(await list.received('entry.referred'));
    expect(sent.event.data).toMatchObject({
      entry: { email: 'ada@example.com', referralCount: 1 },
      friend: { id: friend.id, email: 'ada+2@example.com', name: 'ada+2' },
    });
  });

  it(`of a referrer has nothing of a friend who was erased${verifies('webhooks.erased-bodies')}`, async () => {
    const list = await openHook(session, { events: ['entry.referred'] });
    const { referralCode } = (await list.join('ada')).body;
    await list.join('friend', referralCode);
    const { id } = only(await list.received('entry.referred'));
    const friend = await entryOf(list, 'friend');
    await person.delete(`/api/v1/waitlists/${list.slug}/entries/${friend.id}`);
    const path = `/api/v1/dashboard/waitlists/${list.slug}/webhooks/${list.webhookId}/deliveries/${id}`;
    expect(JSON.parse((await person.get(path)).body.body).data).toMatchObject({
      entry: { email: 'ada@example.com' },
      friend: null,
    });
  });

  it(`tells who was invited, and who came in${verifies('webhooks.invited', 'webhooks.accepted')}`, async () => {
    const list = await openHook(session, { events: ['entry.invited', 'entry.accepted'] });
    await list.join('ada');
    await list.join('bob');
    const ada = await entryOf(list, 'ada');
    await session.api.patch(list.path, { inviteUrl: 'https://rocket.example/' });
    await session.api.post(`${list.path}/invitations`, { count: 1 });
    await expectEvent(list, 'entry.invited', { ...ada, status: 'invited' });
    const invitation = await eventually(async () => {
      const found = (await session.mail()).find(({ to, text }) => to === ada.email && text.includes('code='));
      expect(found).toBeDefined();
      return found;
    });
    const code = /code=(\S+)/.exec(invitation?.text ?? '')?.[1];
    for (const _ of [1, 2])
      expect((await session.api.post('/api/v1/invitations/redeem', { code })).status).toBe(200);
    await expectEvent(list, 'entry.accepted', { ...ada, status: 'accepted' });
  });

  it(`of someone who is erased has only their id${verifies('webhooks.erased', 'webhooks.erased-bodies')}`, async () => {
    const list = await openHook(session);
    await list.join('ada');
    await list.received('entry.joined');
    const { id } = await entryOf(list, 'ada');
    const [{ id: deliveryId }] = (await list.deliveries()).body.deliveries;
    const bodyPath = `/api/v1/dashboard/waitlists/${list.slug}/webhooks/${list.webhookId}/deliveries/${deliveryId}`;
    expect((await person.get(bodyPath)).body).toMatchObject({
      url: list.receiver.url,
      delivery: { id: deliveryId },
      body: only(list.receiver.received).body,
    });
    expect((await person.delete(`/api/v1/waitlists/${list.slug}/entries/${id}`)).status).toBe(200);
    await expectEvent(list, 'entry.erased', { id });
    expect((await person.get(bodyPath)).status).toBe(404);
    expect((await list.deliveries()).body.deliveries).toMatchObject([{ type: 'entry.erased' }]);
  });

  it(`is sent only to the webhooks that want its type${verifies('webhooks.types')}`, async () => {
    const list = await openHook(session, { events: ['entry.erased'] });
    await list.join('ada');
    await list.test();
    expect(list.receiver.received).toHaveLength(1);
    expect((await list.deliveries()).body.total).toBe(1);
  });

  it(`is lost or doubled by no rush${verifies('webhooks.none-lost')}`, async () => {
    const list = await openHook(session, { events: ['entry.joined'] });
    const names = Array.from({ length: 60 }, (_, n) => `person${n}`);
    await Promise.all(names.map(name => list.join(name)));
    const sent = await list.received('entry.joined', names.length);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(names.length);
    const { body } = await session.api.get(`${list.path}/entries?limit=200`);
    const byId = (a: { id: string }, b: { id: string }) => a.id.localeCompare(b.id);
    const entries = body.entries.map((entry: object) => ({ ...entry, status: 'waiting' }));
    expect(sent.map(({ event }) => event.data.entry).sort(byId)).toEqual(entries.sort(byId));
  });

  it(`holds no personal data while it is kept${verifies('webhooks.no-personal-data')}`, async () => {
    const list = await openHook(session);
    list.receiver.answer(response => response.writeHead(500).end());
    await list.join('very-private');
    await list.received('entry.joined');
    for (const table of ['webhook_deliveries', 'webhooks', 'outbox']) {
      const [{ kept }] = await session.sql(
        `SELECT coalesce(string_agg(t::text, ' '), '') AS kept FROM ${table} t WHERE waitlist_id = $1`,
        [list.id],
      );
      expect(kept).not.toMatch(/very-private|whsec_/);
    }
  });
});
