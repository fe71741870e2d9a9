import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const SENDERS = '/api/v1/senders';
const session = shareSession();
let names = 0;

const newDomain = () => `sender-${++names}.test`;

async function add(api: ApiClient, domain = newDomain()) {
  const { status, body } = await api.post(SENDERS, { email: `hello@${domain}`, name: 'Rocket Bikes' });
  expect(status).toBe(201);
  return body.sender;
}

const becomes = (api: ApiClient, id: string, state: string) =>
  eventually(async () => expect((await api.get(`${SENDERS}/${id}`)).body.sender.state).toBe(state));

async function active(api: ApiClient, domain?: string) {
  const sender = await add(api, domain);
  await becomes(api, sender.id, 'active');
  return sender;
}

const mailTo = (address: string) =>
  eventually(async () => {
    const found = (await session.mail()).find(({ to }) => to === address);
    if (!found) throw new Error(`No mail to ${address}`);
    return found;
  });

describe('POST /api/v1/senders', () => {
  it(`answers with the records to create; the sender is active two seconds later${verifies('senders.object', 'senders.local', 'senders.records')}`, async () => {
    const api = await session.otherAccount();
    const start = Date.now();
    const { status, body, headers } = await api.post(SENDERS, { email: 'Hello@Shop.Test', name: 'Shop' });
    expect(status).toBe(201);
    const { sender } = body;
    expect(headers.get('location')).toBe(`${session.url}${SENDERS}/${sender.id}`);
    expect(sender).toEqual({
      id: expect.any(String),
      email: 'hello@shop.test',
      name: 'Shop',
      state: 'verifying',
      records: expect.any(Array),
      reason: expect.any(String),
      checkedAt: null,
    });
    expect(sender.records.map(({ type }: { type: string }) => type)).toEqual([
      ...['TXT', 'CNAME', 'CNAME', 'CNAME', 'MX', 'TXT', 'TXT'],
    ]);
    for (const record of sender.records)
      expect(record).toEqual({
        type: expect.any(String),
        name: expect.stringMatching(/shop\.test$/),
        value: expect.any(String),
        found: false,
      });
    await becomes(api, sender.id, 'active');
    const { body: shown } = await api.get(`${SENDERS}/${sender.id}`);
    expect(Date.parse(shown.sender.checkedAt) - start).toBeGreaterThanOrEqual(1_900);
    expect(shown.sender.records.every(({ found }: { found: boolean }) => found)).toBe(true);
    expect((await api.get(SENDERS)).body).toEqual({ senders: [shown.sender] });
  });

  it(`needs a plan, a scope, and valid members${verifies('senders.capability')}`, async () => {
    const free = await session.otherAccount('free');
    expect(await free.post(SENDERS, { email: 'a@free.test', name: 'A' })).toMatchObject({
      status: 402,
      body: { code: 'capability_required' },
    });
    const reader = await session.withScopes(['waitlists:read']);
    expect(await reader.post(SENDERS, { email: 'a@read.test', name: 'A' })).toMatchObject({
      status: 403,
      body: { requiredScope: 'domains:write' },
    });
    expect((await reader.get(SENDERS)).status).toBe(200);
    const cases: readonly (readonly [Record<string, string>, string])[] = [
      [{ name: 'A' }, 'email'],
      [{ email: 'a@b.test' }, 'name'],
      [{ email: 'a@b.test', name: '' }, 'name'],
      [{ email: 'a@b.test', name: 'x'.repeat(61) }, 'name'],
      [{ email: 'a@b.test', name: 'two\nlines' }, 'name'],
      [{ email: 'not an address', name: 'A' }, 'email'],
      [{ email: `${'a'.repeat(60)}@${'b'.repeat(40)}.test`, name: 'A' }, 'email'],
      [{ email: 'a@co.uk', name: 'A' }, 'email'],
      [{ email: 'a@localhost', name: 'A' }, 'email'],
      [{ email: 'a@anteroom.invalid', name: 'A' }, 'email'],
    ];
    for (const [input, path] of cases) {
      const { status, body } = await session.api.post(SENDERS, input);
      expect([input, status, body.details?.[0]?.path]).toEqual([input, 400, path]);
    }
  });

  it('with the same email changes the name and makes no second one', async () => {
    const api = await session.otherAccount();
    const sender = await add(api, 'again.test');
    const { status, body } = await api.post(SENDERS, { email: 'HELLO@again.test', name: 'New name' });
    expect([status, body.sender.id, body.sender.name]).toEqual([201, sender.id, 'New name']);
    expect((await api.get(SENDERS)).body.senders).toHaveLength(1);
  });

  it('is safe to repeat with an Idempotency-Key', async () => {
    const api = await session.otherAccount();
    const once = () =>
      api.request('POST', SENDERS, {
        headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
        body: JSON.stringify({ email: 'a@once.test', name: 'A' }),
      });
    expect((await once()).body.sender.id).toBe((await once()).body.sender.id);
  });

  it(`stops at 20, however many are added at once${verifies('senders.limit')}`, async () => {
    const account = await session.createAccount('pro');
    const api = await account.withScopes(['waitlists:read', 'domains:write']);
    await session.sql(
      `WITH claim AS (INSERT INTO sender_domains (domain, account_id) VALUES ('full.example.com', $1) RETURNING id)
       INSERT INTO senders (id, account_id, domain_id, email, name)
       SELECT gen_random_uuid(), $1, claim.id, n || '@full.example.com', 'Full' FROM claim, generate_series(1, 18) n`,
      [account.accountId],
    );
    const answers = await Promise.all(
      [1, 2, 3, 4].map(n => api.post(SENDERS, { email: `more-${n}@full.test`, name: 'More' })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({
      code: 'limit_reached',
      resolution: 'Delete a sender first.',
    });
  });

  it(`gives a domain to the oldest of several accounts in the local run${verifies('senders.contest', 'senders.held')}`, async () => {
    const [one, two, three] = await Promise.all([1, 2, 3].map(() => session.otherAccount()));
    if (!one || !two || !three) throw new Error('No accounts');
    const first = await add(one, 'contest.test');
    const second = await add(two, 'contest.test');
    expect(first.records[0].value).not.toBe(second.records[0].value);
    await becomes(one, first.id, 'active');
    await becomes(two, second.id, 'failed');
    expect(await three.post(SENDERS, { email: 'a@contest.test', name: 'A' })).toMatchObject({
      status: 422,
      body: { code: 'domain_registration_failed', resolution: expect.stringContaining('7 days') },
    });
    expect((await three.get(SENDERS)).body).toEqual({ senders: [] });
  });
});

describe('GET and DELETE /api/v1/senders/{senderId}', () => {
  it(`know only senders of the account${verifies('senders.list')}`, async () => {
    const [api, stranger] = [await session.otherAccount(), await session.otherAccount()];
    const { id } = await add(api);
    for (const path of [`${SENDERS}/${id}`, `${SENDERS}/${randomUUID()}`, `${SENDERS}/nonsense`]) {
      expect((await stranger.get(path)).status).toBe(404);
      expect((await stranger.delete(path)).status).toBe(404);
    }
    expect(await api.delete(`${SENDERS}/${id}`)).toMatchObject({ status: 200, body: { deleted: true } });
    expect((await api.get(`${SENDERS}/${id}`)).status).toBe(404);
    expect((await api.delete(`${SENDERS}/${id}`)).status).toBe(404);
  });

  it(`look records up now${verifies('senders.found')}`, async () => {
    const api = await session.otherAccount();
    // A name that no server knows.
    const { id } = await add(api, 'no-such-name-of-ours.example.com');
    const { body } = await api.get(`${SENDERS}/${id}`);
    expect(body.sender).toMatchObject({ state: 'verifying' });
    expect(body.sender.records.some(({ found }: { found: boolean }) => found)).toBe(false);
  });
});

describe('the sender of a waitlist', () => {
  it(`is one of the account, or null${verifies('senders.waitlist')}`, async () => {
    const [api, stranger] = [await session.otherAccount(), await session.otherAccount()];
    const { id } = await add(api);
    const { body } = await api.post('/api/v1/waitlists', { name: 'Own', slug: 'own-sender', senderId: id });
    expect(body.waitlist.senderId).toBe(id);
    const path = `/api/v1/waitlists/${body.waitlist.id}`;
    expect((await api.get(path)).body.waitlist.senderId).toBe(id);
    expect((await api.get('/api/v1/waitlists')).body.waitlists[0].senderId).toBe(id);
    expect((await api.patch(path, { senderId: null })).body.waitlist.senderId).toBeNull();
    for (const [client, senderId] of [
      [stranger, id],
      [api, randomUUID()],
      [api, 'nonsense'],
    ] as const) {
      const made = await client.post('/api/v1/waitlists', { name: 'Other', senderId });
      expect([made.status, made.body.details?.[0]?.path]).toEqual([400, 'senderId']);
    }
    expect((await api.patch(path, { senderId: randomUUID() })).body.details[0].path).toBe('senderId');
    expect((await api.patch(path, { senderId: id })).status).toBe(200);
    await api.delete(`${SENDERS}/${id}`);
    expect((await api.get(path)).body.waitlist.senderId).toBeNull();
  });

  it(`is what visitors’ emails come from, while it is active${verifies('senders.from', 'senders.from-ours')}`, async () => {
    const account = await session.createAccount('pro');
    const person = await account.signIn();
    const sender = await active(person);
    await person.patch('/api/v1/dashboard/account', { replyTo: true });
    const waitlist = { name: 'Rockets', slug: 'rockets', senderId: sender.id, confirmation: 'required' };
    const { id } = (await person.post('/api/v1/waitlists', waitlist)).body.waitlist;
    const own = `"Rocket Bikes" <hello@sender-${names}.test>`;

    await session.join('rockets', { email: 'ada@example.com' });
    const asked = await mailTo('ada@example.com');
    expect(asked).toMatchObject({ from: own, headers: { 'Reply-To': account.email } });
    await person.patch(`/api/v1/waitlists/${id}`, { confirmation: 'none' });
    await session.join('rockets', { email: 'bob@example.com' });
    expect(await mailTo('bob@example.com')).toMatchObject({ from: own });
    const announced = await person.post(`/api/v1/waitlists/${id}/announcements`, {
      subject: 'News',
      body: 'Hello',
    });
    await person.post(`/api/v1/waitlists/${id}/announcements/${announced.body.announcement.id}/send`, {});
    await eventually(async () => {
      const news = (await session.mail()).find(({ subject }) => subject === 'News');
      expect(news).toMatchObject({
        from: own,
        headers: { 'List-Unsubscribe': expect.stringContaining('/u/') },
      });
    });

    await session.sql(`UPDATE sender_domains SET state = 'verifying' WHERE domain = $1`, [
      `sender-${names}.test`,
    ]);
    await session.join('rockets', { email: 'cyd@example.com' });
    expect((await mailTo('cyd@example.com')).from).toBe('"Rockets via Anteroom" <hello@anteroom.test>');
    await person.delete(`${SENDERS}/${sender.id}`);
    await session.join('rockets', { email: 'dan@example.com' });
    expect((await mailTo('dan@example.com')).from).toBe('"Rockets via Anteroom" <hello@anteroom.test>');
  });

  it(`makes way for ours when SES refuses it, and is checked at once${verifies('senders.from-ours')}`, async () => {
    const api = await session.otherAccount();
    const sender = await add(api, 'refused.test');
    await api.post('/api/v1/waitlists', { name: 'Refused', slug: 'refused', senderId: sender.id });
    // As if it had been verified once: SES does not know it yet.
    await session.sql(`UPDATE sender_domains SET state = 'active' WHERE domain = 'refused.test'`);
    await session.join('refused', { email: 'eve@example.com' });
    expect((await mailTo('eve@example.com')).from).toBe('"Refused via Anteroom" <hello@anteroom.test>');
    await becomes(api, sender.id, 'active');
  });

  it(`hears of bounces like ours${verifies('senders.feedback')}`, async () => {
    const api = await session.otherAccount();
    const sender = await active(api, 'bounces.test');
    await api.post('/api/v1/waitlists', { name: 'Bounces', slug: 'bounces', senderId: sender.id });
    await session.join('bounces', { email: 'bounce@simulator.amazonses.com' });
    expect((await mailTo('bounce@simulator.amazonses.com')).from).toContain('hello@bounces.test');
    await eventually(async () =>
      expect(await session.sql('SELECT reason FROM email_suppressions')).toEqual([{ reason: 'bounce' }]),
    );
  });
});
