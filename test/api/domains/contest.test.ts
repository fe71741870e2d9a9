import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiClient } from '../../support/api-client.ts';
import { eventually } from '../../support/eventually.ts';
import { askOnHost } from '../../support/on-host.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const session = shareSession();
let owner: ApiClient;
let attacker: ApiClient;
let lists = 0;

beforeEach(async () => {
  [owner, attacker] = [await session.otherAccount(), await session.otherAccount()];
});

/** The path of the domain of a new waitlist. */
async function waitlist(of: ApiClient): Promise<string> {
  const { body } = await of.post('/api/v1/waitlists', { name: 'Contest', slug: `contest-${++lists}` });
  return `/api/v1/waitlists/${body.waitlist.id}/domain`;
}

const stateOf = async (of: ApiClient, path: string) => (await of.get(path)).body.state;

const becomes = (of: ApiClient, path: string, state: string) =>
  eventually(async () => expect(await stateOf(of, path)).toBe(state));

describe('a domain that another account claimed and never proved', () => {
  it(`is available, and shows both accounts the record that decides${verifies('domains.unproven-claim-blocks-nobody', 'domains.txt-while-contested', 'domains.object-shape')}`, async () => {
    const [theirs, mine] = [await waitlist(attacker), await waitlist(owner)];
    const { body: alone } = await attacker.post(theirs, { domain: 'shop.acme.com' });
    expect(alone).toMatchObject({ state: 'verifying', txt: null });

    const check = await owner.get(`${mine}?check=shop.acme.com`);
    expect(check.body).toMatchObject({ available: true, configured: false });
    const { status, body } = await owner.post(mine, { domain: 'shop.acme.com' });
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        state: 'verifying',
        txt: {
          type: 'TXT',
          name: '_anteroom.shop.acme.com',
          value: expect.stringMatching(/^anteroom-domain=[0-9a-f-]{36}$/),
        },
      }),
    ]);
    const { body: rival } = await attacker.get(theirs);
    expect(rival.txt).toMatchObject({ type: 'TXT', name: body.txt.name });
    expect(rival.txt.value).not.toBe(body.txt.value);
    expect((await owner.get(mine)).body.txt).toEqual(body.txt);

    // Renewing the claim makes no difference, and once it is gone the record is no longer needed.
    await attacker.delete(theirs);
    await attacker.post(theirs, { domain: 'shop.acme.com' });
    expect((await owner.get(mine)).body).toMatchObject({ state: 'verifying', txt: body.txt });
    await attacker.delete(theirs);
    expect((await owner.get(mine)).body).toMatchObject({ state: 'verifying', txt: null });
  });

  it(`is not held after it was released${verifies('domains.unproven-claim-blocks-nobody')}`, async () => {
    const [theirs, mine] = [await waitlist(attacker), await waitlist(owner)];
    await attacker.post(theirs, { domain: 'released.acme.com' });
    await attacker.delete(theirs);
    expect((await owner.get(`${mine}?check=released.acme.com`)).body.available).toBe(true);
    expect((await owner.post(mine, { domain: 'released.acme.com' })).body).toMatchObject({
      state: 'verifying',
      txt: null,
    });
  });

  it.concurrent(`becomes active for the oldest claim in the local run, and the others fail with the reason${verifies('domains.local-oldest-wins')}`, async () => {
    const [first, second] = [await waitlist(owner), await waitlist(attacker)];
    await owner.post(first, { domain: 'oldest.test' });
    const { status, body } = await attacker.post(second, { domain: 'oldest.test' });
    expect([status, body.txt.type]).toEqual([200, 'TXT']);
    await becomes(owner, first, 'active');
    await becomes(attacker, second, 'failed');
    expect((await attacker.get(second)).body).toMatchObject({
      txt: null,
      reason: expect.stringContaining('Another account'),
    });
    expect((await owner.get(first)).body).toMatchObject({ txt: null, reason: null });

    // Trying again does not help, and the one that failed gives up its waitlist's place when it is disconnected.
    const again = await attacker.post(second, { domain: 'oldest.test' });
    expect([again.status, again.body.code]).toEqual([422, 'domain_registration_failed']);
    expect((await attacker.delete(second)).body.state).toBe('none');
    expect(await stateOf(owner, first)).toBe('active');
  });

  it.concurrent(`becomes active for exactly one of many accounts that connect it at once${verifies('domains.concurrent-one-wins')}`, async () => {
    const all = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const of = await session.otherAccount();
        return { of, path: await waitlist(of) };
      }),
    );
    const answers = await Promise.all(all.map(({ of, path }) => of.post(path, { domain: 'rush.test' })));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    await eventually(async () => {
      const states = await Promise.all(all.map(({ of, path }) => stateOf(of, path)));
      expect(states.sort()).toEqual(['active', ...Array(5).fill('failed')]);
    });
    expect((await askOnHost(session.url, 'rush.test')).status).toBe(200);
  });

  it('is free for others when its account is deleted', async () => {
    const account = await session.createAccount('pro');
    const person = await account.signIn();
    const theirs = await waitlist(person);
    await person.post(theirs, { domain: 'left.acme.com' });
    await person.delete(`/api/v1/dashboard/account?email=${account.email}`);
    const mine = await waitlist(owner);
    expect((await owner.post(mine, { domain: 'left.acme.com' })).body).toMatchObject({ txt: null });
  });
});

describe('the domains of an account', () => {
  it(`are limited to 50, however many are connected at once${verifies('domains.limit')}`, async () => {
    const account = await session.createAccount('pro');
    const api = await account.withScopes([
      'account:read',
      'waitlists:read',
      'waitlists:write',
      'domains:write',
    ]);
    await session.sql(
      `WITH lists AS (
         INSERT INTO waitlists (account_id, slug, name)
         SELECT $1::uuid, 'full-' || n, 'Full' FROM generate_series(1, 52) n RETURNING id, slug
       )
       INSERT INTO custom_domains (domain, account_id, waitlist_id)
       SELECT slug || '.acme.com', $1, id FROM lists WHERE slug <> ALL ('{full-1,full-2,full-3,full-4,full-5}')`,
      [account.accountId],
    );
    const connect = (n: number) =>
      api.post(`/api/v1/waitlists/full-${n}/domain`, { domain: `full-${n}.acme.org` });
    const answers = await Promise.all([1, 2, 3, 4, 5].map(connect));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 422, 422]);
    expect(answers.find(({ status }) => status === 422)?.body).toMatchObject({
      code: 'limit_reached',
      resolution: expect.stringContaining('Disconnect a domain first'),
    });
    expect((await api.get('/api/v1/me')).body.usage.domains).toBe(50);

    // Its own domain again is not one more, and a disconnected one makes room.
    const connected = answers.findIndex(({ status }) => status === 200) + 1;
    const refused = answers.findIndex(({ status }) => status === 422) + 1;
    expect((await connect(connected)).status).toBe(200);
    await api.delete(`/api/v1/waitlists/full-${connected}/domain`);
    expect((await connect(refused)).status).toBe(200);
  });
});
