import { describe, expect, it } from '@jest/globals';
import { sharePerson, shareSession } from '../../support/session.ts';
import { verifies } from '../../support/verifies.ts';

interface ReferralBody {
  readonly entryId: string;
  readonly email: string | null;
  readonly referrerEmail: string | null;
  readonly state: string;
  readonly reasons: readonly string[];
}

const session = shareSession({ environment: { TRUST_PROXY: 'true' } });
const person = sharePerson(session);
let lists = 0;
/** A licensed list of forty people and Ada, who refers friends: each moves her up three places. */
async function newList(settings: object = {}) {
  const slug = `leaving-${++lists}`;
  const { id } = (await session.api.post('/api/v1/waitlists', { name: slug, slug })).body.waitlist;
  await session.license(id);
  const path = `/api/v1/waitlists/${id}`;
  await session.api.patch(path, { referralEnabled: true, referralBoost: 3, ...settings });
  await session.sql(
    `INSERT INTO entries (waitlist_id, seq, id, email_digest, referral_code, created_at)
     SELECT $1, n, gen_random_uuid(), sha256(n::text::bytea), 'first' || n, now() FROM generate_series(1, 40) n`,
    [id],
  );

  async function join(email: string, referralCode?: string, address = '127.0.0.1') {
    const response = await fetch(`${session.url}/w/${slug}/signups`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify({ email, referralCode }),
    });
    expect(response.status).toBe(201);
    return (await response.json()) as { referralCode: string; statusUrl: string };
  }
  const ada = await join('ada@example.com');
  const entryOf = async (email: string) =>
    (await session.api.get(`${path}/entries?email=${encodeURIComponent(email)}`)).body.entries[0];
  return {
    id,
    path,
    join,
    entryOf,
    refer: (email: string, address?: string) => join(email, ada.referralCode, address),
    async leave(email: string): Promise<void> {
      const entry = `/api/v1/waitlists/${id}/entries/${(await entryOf(email)).id}`;
      expect((await person.delete(entry)).status).toBe(200);
    },
    /** Ada's place and count, as she sees them. */
    async ada(): Promise<{ position: number; referralCount: number }> {
      const response = await fetch(`${ada.statusUrl}.json`);
      const { position, referralCount } = (await response.json()) as {
        position: number;
        referralCount: number;
      };
      return { position, referralCount };
    },
    async referrals(query = ''): Promise<{ referrals: ReferralBody[]; total: number }> {
      const { body } = await session.api.get(`${path}/referrals${query}`);
      expect(body.total).toBe(body.referrals.length);
      return body;
    },
    settle: (entryId: string, state: string) => session.api.patch(`${path}/referrals/${entryId}`, { state }),
  };
}

describe('a friend who leaves', () => {
  it(`leaves the credit, and nothing of the person; the owner can still revoke it${verifies('referrals.erased', 'referrals.count-is-ledger')}`, async () => {
    const list = await newList();
    await list.refer('bob@example.com');
    const { id: bob } = await list.entryOf('bob@example.com');
    await list.leave('bob@example.com');
    expect(await list.ada()).toEqual({ position: 38, referralCount: 1 });

    const { referrals } = await list.referrals('?state=credited');
    expect(referrals).toMatchObject([{ email: null, referrerEmail: 'ada@example.com', reasons: [] }]);
    const entryId = referrals[0]?.entryId ?? '';
    expect(entryId).not.toBe(bob);
    expect((await list.settle(bob, 'revoked')).status).toBe(404);

    const revoked = await list.settle(entryId, 'revoked');
    expect([revoked.status, revoked.body.referral]).toEqual([200, { ...referrals[0], state: 'revoked' }]);
    expect(await list.ada()).toEqual({ position: 41, referralCount: 0 });
    expect((await list.referrals('?state=revoked')).referrals).toEqual([revoked.body.referral]);
  });

  it(`is credited once, however often the mailbox joins again${verifies('referrals.mailbox-once', 'referrals.count-is-ledger')}`, async () => {
    const list = await newList();
    for (const address of ['sock@gmail.com', 'sock@gmail.com', 's.o.c.k+1@googlemail.com']) {
      await list.refer(address);
      await list.leave(address);
    }
    await list.refer('sock@gmail.com');
    expect(await list.ada()).toEqual({ position: 38, referralCount: 1 });
    const { referrals } = await list.referrals();
    expect(referrals.map(({ email, state, reasons }) => [email, state, ...reasons])).toEqual([
      ['sock@gmail.com', 'held', 'same_mailbox'],
      // What was held ended when they left.
      [null, 'revoked', 'same_mailbox'],
      [null, 'revoked', 'same_mailbox'],
      [null, 'credited'],
    ]);
  });

  it(`is credited once under several addresses of a mailbox, whoever referred them${verifies('referrals.mailbox-once')}`, async () => {
    const list = await newList();
    await list.refer('sock+1@example.com');
    const eve = await list.join('eve@example.com');
    await list.join('sock+2@example.com', eve.referralCode);
    expect(await list.entryOf('eve@example.com')).toMatchObject({ position: 43, referralCount: 0 });
    expect((await list.referrals('?state=held')).referrals).toMatchObject([
      { email: 'sock+2@example.com', reasons: ['same_mailbox'] },
    ]);
  });

  it(`stays credited nowhere again once the owner revoked it${verifies('referrals.mailbox-once')}`, async () => {
    const list = await newList();
    await list.refer('bob@example.com');
    await list.settle((await list.entryOf('bob@example.com')).id, 'revoked');
    await list.leave('bob@example.com');
    await list.refer('bob@example.com');
    expect(await list.ada()).toEqual({ position: 41, referralCount: 0 });
  });

  it(`is remembered on this waitlist only${verifies('referrals.mailbox-once')}`, async () => {
    const [one, other] = [await newList(), await newList()];
    for (const list of [one, other]) {
      await list.refer('bob@example.com');
      await list.leave('bob@example.com');
      expect((await list.ada()).referralCount).toBe(1);
    }
    const rows = await session.sql('SELECT mailbox FROM referrals WHERE waitlist_id IN ($1, $2)', [
      one.id,
      other.id,
    ]);
    expect(rows.map(({ mailbox }) => mailbox.length)).toEqual([16, 16]);
    expect(rows[0].mailbox).not.toEqual(rows[1].mailbox);
  });

  it(`still counts for the network it came from${verifies('referrals.network-counts-left')}`, async () => {
    const list = await newList();
    for (let n = 1; n <= 8; n++) {
      await list.refer(`friend${n}@example.com`, '198.51.100.7');
      await list.leave(`friend${n}@example.com`);
    }
    expect(await list.ada()).toEqual({ position: 41 - 9, referralCount: 3 });
    expect((await list.referrals('?state=credited')).total).toBe(3);
  });
});

describe('a referrer who leaves', () => {
  it(`takes along what is listed, and cannot be credited${verifies('referrals.erased')}`, async () => {
    const list = await newList();
    const eve = await list.join('eve@example.com');
    for (const email of ['bob@example.com', 'eve+1@example.com']) await list.join(email, eve.referralCode);
    await list.refer('cid@example.com');
    const held = (await list.referrals('?state=held')).referrals[0]?.entryId ?? '';
    const before = (await list.entryOf('bob@example.com')).position;
    await list.leave('eve@example.com');
    expect((await list.referrals()).referrals).toMatchObject([{ email: 'cid@example.com' }]);
    expect((await list.settle(held, 'credited')).status).toBe(404);
    expect((await list.entryOf('bob@example.com')).position).toBe(before);
  });

  it(`cannot have the same friend credited again${verifies('referrals.mailbox-once')}`, async () => {
    const list = await newList();
    for (let round = 1; round <= 2; round++) {
      const eve = await list.join('eve@example.com');
      await list.join('bob@example.com', eve.referralCode);
      expect((await list.entryOf('eve@example.com')).referralCount).toBe(round === 1 ? 1 : 0);
      for (const email of ['bob@example.com', 'eve@example.com']) await list.leave(email);
    }
  });
});
