import { describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createReferralStore } from '../../../adapters/postgres/referrals/referral-store.ts';
import { shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

const session = shareSession({ environment: { TRUST_PROXY: 'true' } });
let lists = 0;

interface Friend {
  readonly email: string;
  readonly address?: string;
}

/** A licensed list of ten people whose last one refers friends. */
async function newList(boost = 3) {
  const slug = `referrals-${++lists}`;
  const { id } = (await session.api.post('/api/v1/waitlists', { name: slug, slug })).body.waitlist;
  await session.license(id);
  const path = `/api/v1/waitlists/${id}`;
  await session.api.patch(path, { referralEnabled: true, referralBoost: boost });

  async function join({ email, address = '127.0.0.1' }: Friend, referralCode?: string) {
    const response = await fetch(`${session.url}/w/${slug}/signups`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email, referralCode }),
    });
    expect(response.status).toBe(201);
    return (await response.json()) as { position: number; referralCode: string };
  }

  for (let n = 1; n < 10; n++) await join({ email: `first${n}@example.com`, address: `10.0.0.${n}` });
  const { referralCode } = await join({ email: 'ada@gmail.com' });
  return {
    id,
    path,
    refer: (friend: Friend) => join(friend, referralCode),
    async ada(): Promise<{ position: number; referralCount: number; id: string }> {
      const { entries } = (await session.api.get(`${path}/entries?limit=200`)).body;
      const {
        position,
        referralCount,
        id: entryId,
      } = entries.find(({ email }: { email: string }) => email === 'ada@gmail.com');
      const places = entries
        .map((entry: { position: number }) => entry.position)
        .sort((a: number, b: number) => a - b);
      expect(places).toEqual(places.map((_: number, index: number) => index + 1));
      return { position, referralCount, id: entryId };
    },
    referrals: async (query = '') => (await session.api.get(`${path}/referrals${query}`)).body,
    settle: async (entryId: string, state: string) =>
      session.api.patch(`${path}/referrals/${entryId}`, { state }),
  };
}

describe('a referral is held', () => {
  it.each([
    ['a+1@ of the referrer', 'ada+bikes@gmail.com'],
    ['dots in the same Gmail mailbox', 'a.d.a@googlemail.com'],
  ])(`for %s${verifies('referrals.held-same-mailbox', 'referrals.held-moves-nobody')}`, async (_, email) => {
    const list = await newList();
    expect((await list.refer({ email })).position).toBe(11);
    expect(await list.ada()).toMatchObject({ position: 10, referralCount: 0 });
    const { referrals, total } = await list.referrals('?state=held');
    expect(total).toBe(1);
    expect(referrals).toEqual([
      {
        entryId: expect.any(String),
        email,
        referrerId: (await list.ada()).id,
        referrerEmail: 'ada@gmail.com',
        state: 'held',
        reasons: ['same_mailbox'],
        createdAt: expect.any(String),
      },
    ]);
  });

  it.each(['x@mailinator.com', 'x@inbox.mailinator.com'])(
    `for the disposable address %s${verifies('referrals.held-disposable')}`,
    async email => {
      const list = await newList();
      await list.refer({ email });
      expect((await list.referrals()).referrals).toMatchObject([
        { state: 'held', reasons: ['disposable_domain'] },
      ]);
    },
  );

  it.each([
    ['IPv4 address', (n: number) => (n === 1 ? '::ffff:198.51.100.7' : '198.51.100.7')],
    ['IPv6 /64', (n: number) => `2001:db8:1:2::${n}`],
  ])(`for the fourth friend from one %s${verifies('referrals.held-same-network')}`, async (_, address) => {
    const list = await newList();
    for (let n = 1; n <= 4; n++) await list.refer({ email: `friend${n}@example.com`, address: address(n) });
    await list.refer({ email: 'elsewhere@example.com', address: '198.51.100.8' });
    const { referrals } = await list.referrals();
    expect(
      referrals.map(({ state, reasons }: { state: string; reasons: string[] }) => [state, ...reasons]),
    ).toEqual([['credited'], ['held', 'same_network'], ['credited'], ['credited'], ['credited']]);
    expect((await list.ada()).referralCount).toBe(4);
  });

  it.each(['127.0.0.1', '::1', '10.1.2.3', '192.168.1.20', 'fd00::1', '::ffff:10.1.2.3'])(
    `not for friends at the private address %s${verifies('referrals.held-same-network')}`,
    async address => {
      const list = await newList();
      for (let n = 1; n <= 4; n++) await list.refer({ email: `friend${n}@example.com`, address });
      expect((await list.referrals('?state=held')).total).toBe(0);
    },
  );

  it(`only while the network is kept, for a day${verifies('referrals.network-forgotten')}`, async () => {
    const list = await newList();
    const friend = (n: number) => list.refer({ email: `friend${n}@example.com`, address: '198.51.100.9' });
    for (let n = 1; n <= 3; n++) await friend(n);
    await session.sql(
      `UPDATE referrals SET created_at = created_at - interval '25 hours' WHERE waitlist_id = $1`,
      [list.id],
    );
    await friend(4);
    expect((await list.referrals('?state=held')).total).toBe(0);
    const pool = new pg.Pool({ connectionString: session.databaseUrl, max: 1 });
    await createReferralStore(pool).sweep();
    await pool.end();
    const rows = await session.sql('SELECT network FROM referrals WHERE waitlist_id = $1 ORDER BY seq', [
      list.id,
    ]);
    expect(rows.map(({ network }) => network === null)).toEqual([true, true, true, false]);
    expect(rows[3].network).toHaveLength(16);
  });
});

describe('settling a referral', () => {
  it(`credits what was held, by the boost of now${verifies('referrals.credit', 'referrals.list')}`, async () => {
    const list = await newList();
    await list.refer({ email: 'ada+1@gmail.com' });
    const [{ entryId }] = (await list.referrals('?state=held')).referrals;
    await session.api.patch(list.path, { referralBoost: 4 });
    const { status, body } = await list.settle(entryId, 'credited');
    expect([status, body.referral.state, body.referral.reasons]).toEqual([200, 'credited', ['same_mailbox']]);
    expect(await list.ada()).toMatchObject({ position: 6, referralCount: 1 });
    expect([
      (await list.referrals('?state=held')).total,
      (await list.referrals('?state=credited')).total,
    ]).toEqual([0, 1]);
  });

  it(`only counts it while referrals are off${verifies('referrals.credit')}`, async () => {
    const list = await newList();
    await list.refer({ email: 'ada+1@gmail.com' });
    const [{ entryId }] = (await list.referrals()).referrals;
    await session.api.patch(list.path, { referralEnabled: false });
    await list.settle(entryId, 'credited');
    expect(await list.ada()).toMatchObject({ position: 10, referralCount: 1 });
  });

  it(`takes back only what the credit gave${verifies('referrals.revoke', 'referrals.positions')}`, async () => {
    const list = await newList(100);
    await list.refer({ email: 'friend@example.com' });
    // From place 10 to 1: nine places, not a hundred.
    expect((await list.ada()).position).toBe(1);
    const [{ entryId }] = (await list.referrals()).referrals;
    expect((await list.settle(entryId, 'revoked')).body.referral.state).toBe('revoked');
    expect(await list.ada()).toMatchObject({ position: 10, referralCount: 0 });
    await list.settle(entryId, 'credited');
    expect(await list.ada()).toMatchObject({ position: 1, referralCount: 1 });
  });

  it(`changes nothing the second time${verifies('referrals.settle-again')}`, async () => {
    const list = await newList();
    await list.refer({ email: 'friend@example.com' });
    const [{ entryId }] = (await list.referrals()).referrals;
    for (const _ of [1, 2]) expect((await list.settle(entryId, 'credited')).status).toBe(200);
    expect(await list.ada()).toMatchObject({ position: 7, referralCount: 1 });
    for (const _ of [1, 2]) expect((await list.settle(entryId, 'revoked')).status).toBe(200);
    expect(await list.ada()).toMatchObject({ position: 10, referralCount: 0 });
    const refused = await list.settle(entryId, 'held');
    expect([refused.status, refused.body.details[0].path]).toEqual([400, 'state']);
  });

  it('is a 404 for someone who was not referred, and on the list of another account', async () => {
    const list = await newList();
    await list.refer({ email: 'friend@example.com' });
    expect((await list.settle((await list.ada()).id, 'credited')).status).toBe(404);
    expect((await list.settle('nobody', 'credited')).status).toBe(404);
    const [{ entryId }] = (await list.referrals()).referrals;
    const other = await session.otherAccount();
    expect((await other.patch(`${list.path}/referrals/${entryId}`, { state: 'revoked' })).status).toBe(404);
    expect((await list.ada()).referralCount).toBe(1);
  });

  it(`is exact when many settle at once${verifies('referrals.positions')}`, async () => {
    const list = await newList(2);
    for (let n = 1; n <= 4; n++) await list.refer({ email: `ada+${n}@gmail.com` });
    const { referrals } = await list.referrals();
    await Promise.all(
      referrals.flatMap(({ entryId }: { entryId: string }) =>
        ['credited', 'revoked', 'credited'].map(state => list.settle(entryId, state)),
      ),
    );
    await Promise.all(referrals.map(({ entryId }: { entryId: string }) => list.settle(entryId, 'credited')));
    expect(await list.ada()).toMatchObject({ position: 2, referralCount: 4 });
  });
});
