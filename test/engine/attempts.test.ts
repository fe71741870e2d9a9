import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { takeNetworkRequest } from '../../adapters/postgres/kernel/take-request.ts';
import { createSignupStore } from '../../adapters/postgres/signups/signup-store.ts';
import type { Networks } from '../../core/kernel/networks.ts';
import type { NewSignup, SignupAttempt, SignupStore } from '../../core/signups/signup-store.ts';
import { STORE_OPTIONS, shareEngine, signupOf, slugOf } from './engine-fixture.ts';

const engine = shareEngine();
let store: SignupStore;
beforeAll(async () => {
  store = createSignupStore(engine.pool, STORE_OPTIONS);
});

const address = () => randomBytes(16);
const ipv4 = (near: Buffer): Networks => ({ near, wide: null });

type Sent = SignupAttempt & { readonly slug: string };
const attemptOf = (
  waitlistId: string,
  signup: NewSignup | null,
  from: Buffer | Networks = address(),
): Sent => ({
  slug: slugOf(waitlistId),
  networks: Buffer.isBuffer(from) ? ipv4(from) : from,
  origin: null,
  redirectOrigin: null,
  hasAnswers: false,
  signup,
});

const send = (attempt: Sent, on = store) => on.attempt(attempt.slug, attempt);
const statuses = async (attempts: readonly Sent[]) =>
  (await Promise.all(attempts.map(attempt => send(attempt)))).map(({ status }) => status);

/** Attempts that the rate limiter counts for a network on a waitlist; those with a challenge (c) have a count of their own. */
async function counted(waitlistId: string, network: Buffer, kind: 's' | 'c' = 's'): Promise<number> {
  const { rows } = await engine.pool.query<{ count: number }>(
    `SELECT cardinality(hits) AS count FROM rate_windows WHERE subject = $3::bytea || uuid_send($1::uuid) || $2`,
    [waitlistId, network, Buffer.from(kind)],
  );
  return rows[0]?.count ?? 0;
}

describe('an attempt to join', () => {
  it('is counted and stored in one call, which also returns the referral message', async () => {
    const waitlistId = await engine.createWaitlist();
    await engine.pool.query(`UPDATE waitlists SET referral_message = 'Welcome' WHERE id = $1`, [waitlistId]);
    const from = address();
    const entry = signupOf('first@x.test');
    expect(await send(attemptOf(waitlistId, entry, from))).toEqual({
      status: 'joined',
      position: 1,
      referralCode: entry.referralCode,
      waitlist: {
        id: waitlistId,
        referralMessage: 'Welcome',
        shareUrl: null,
        confirms: false,
        closedMessage: null,
        emailRules: null,
        questions: [],
        languages: ['en'],
        translations: {},
        own: null,
      },
    });
    expect(await counted(waitlistId, from)).toBe(1);
    expect(await statuses([attemptOf(waitlistId, signupOf('First@x.test'), from)])).toEqual([
      'already_joined',
    ]);
    expect(await counted(waitlistId, from)).toBe(2);
  });

  it('that creates no signup is still counted, alone and in a batch', async () => {
    const waitlistId = await engine.createWaitlist();
    const from = address();
    expect(await statuses([attemptOf(waitlistId, null, from)])).toEqual(['counted']);
    const mixed = Array.from({ length: 9 }, (_, index) =>
      attemptOf(waitlistId, index % 3 === 0 ? null : signupOf(`m${index}@x.test`), from),
    );
    expect((await statuses(mixed)).toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'counted'),
      ...Array.from({ length: 6 }, () => 'joined'),
    ]);
    expect(await counted(waitlistId, from)).toBe(10);
    expect(await statuses([attemptOf(waitlistId, signupOf('late@x.test'), from)])).toEqual(['refused']);
    expect(await engine.readQueue(waitlistId)).toHaveLength(6);
  });

  it('gets its own outcome among many concurrent ones, and no address exceeds its limit', async () => {
    const waitlistId = await engine.createWaitlist();
    const addresses = [address(), address(), address()];
    const attempts = Array.from({ length: 90 }, (_, index) =>
      attemptOf(waitlistId, signupOf(`n${index}@x.test`), addresses[index % 3]),
    );
    const stores = [store, createSignupStore(engine.pool, STORE_OPTIONS)];
    const outcomes = await Promise.all(attempts.map((attempt, index) => send(attempt, stores[index % 2])));
    const rows = await engine.readQueue(waitlistId);
    expect(rows).toHaveLength(30);
    for (const [index, outcome] of outcomes.entries()) {
      const row = rows.find(({ id }) => id === attempts[index]?.signup?.entryId);
      expect(outcome).toMatchObject(
        row
          ? { status: 'joined', position: row.seq, referralCode: row.referral_code }
          : { status: 'refused', resetSeconds: expect.any(Number) },
      );
    }
    for (const from of addresses) expect(await counted(waitlistId, from)).toBe(10);
  });

  it('from an IPv6 network is limited by its /64 and its /48', async () => {
    const waitlistId = await engine.createWaitlist();
    const wide = address();
    const nears = Array.from({ length: 11 }, address);
    const stores = [store, createSignupStore(engine.pool, STORE_OPTIONS)];
    const outcomes = await Promise.all(
      Array.from({ length: 132 }, (_, index) => {
        const near = nears[index % 11] as Buffer;
        return send(attemptOf(waitlistId, null, { near, wide }), stores[index % 2]);
      }),
    );
    expect(outcomes.filter(({ status }) => status === 'counted')).toHaveLength(100);
    expect(await counted(waitlistId, wide)).toBe(100);
    for (const near of nears) expect(await counted(waitlistId, near)).toBe(10);
    const again = attemptOf(waitlistId, null, { near: address(), wide });
    expect(await send(again)).toMatchObject({ status: 'refused', resetSeconds: expect.any(Number) });
    expect(await statuses([attemptOf(waitlistId, null, { near: address(), wide: address() })])).toEqual([
      'counted',
    ]);
  });

  it('is counted even if its row of the limiter is deleted at the same moment', async () => {
    const waitlistId = await engine.createWaitlist();
    const from = address();
    // The row appears after the first look for it, and is gone before the second: once each.
    await engine.pool.query(`
      CREATE TABLE seen (n integer);
      CREATE FUNCTION come_and_go() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF NOT EXISTS (SELECT FROM seen) THEN
          INSERT INTO seen VALUES (1);
          RETURN NULL;
        END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER come_and_go BEFORE INSERT ON rate_windows FOR EACH ROW EXECUTE FUNCTION come_and_go();`);
    try {
      expect(await statuses([attemptOf(waitlistId, null, from)])).toEqual(['counted']);
    } finally {
      await engine.pool.query('DROP FUNCTION come_and_go CASCADE; DROP TABLE seen');
    }
    expect(await counted(waitlistId, from)).toBe(1);
  });

  it('is counted once when its code is taken, and when another email in its batch is rejected', async () => {
    const waitlistId = await engine.createWaitlist();
    const holder = signupOf('holder@x.test');
    await store.join(waitlistId, holder);
    const from = address();
    const entries = ['a', 'b', 'c', 'd', 'e'].map(name =>
      signupOf(`${name}@x.test`, {
        referralCode: holder.referralCode,
        ...(name === 'd' && { name: 'no\0text' }),
      }),
    );
    const results = await Promise.allSettled(entries.map(entry => send(attemptOf(waitlistId, entry, from))));
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await engine.readQueue(waitlistId)).toHaveLength(5);
    expect(await counted(waitlistId, from)).toBe(4);
  });

  it('leaves no job when the same email got there first, but is still counted', async () => {
    const waitlistId = await engine.createWaitlist();
    const from = [address(), address()];
    const blocker = await engine.pool.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT pg_advisory_xact_lock(waitlist_lock_key($1))', [waitlistId]);
    // Two stores, two calls: both have looked the email up before either has the lock.
    const twice = from.map(one =>
      send(
        attemptOf(waitlistId, signupOf('same@x.test'), one),
        createSignupStore(engine.pool, STORE_OPTIONS),
      ),
    );
    const waiting = async () => {
      const { rows } = await engine.pool.query<{ count: number }>(
        `SELECT count(*)::integer AS count FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
         AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
      );
      return rows[0]?.count ?? 0;
    };
    while ((await waiting()) < 2);
    await blocker.query('COMMIT');
    blocker.release();
    expect((await Promise.all(twice)).map(({ status }) => status).toSorted()).toEqual([
      'already_joined',
      'joined',
    ]);
    const { rows } = await engine.pool.query('SELECT id FROM outbox WHERE waitlist_id = $1', [waitlistId]);
    expect(rows).toHaveLength(1);
    for (const one of from) expect(await counted(waitlistId, one)).toBe(1);
  });

  it('waits for its challenge when the service or the waitlist requires one', async () => {
    const waitlistId = await engine.createWaitlist();
    const from = address();
    const shared = createSignupStore(engine.pool, { ...STORE_OPTIONS, challenged: true });
    const attempt = attemptOf(waitlistId, signupOf('a@x.test'), from);
    expect(await send(attempt, shared)).toMatchObject({ status: 'challenged', waitlist: { own: null } });

    const setKeys = (siteKey: string | null, secret: Buffer | null) =>
      engine.pool.query('UPDATE waitlists SET turnstile_site_key = $2, turnstile_secret = $3 WHERE id = $1', [
        waitlistId,
        siteKey,
        secret,
      ]);
    const sealedSecret = Buffer.from('sealed');
    await setKeys('site-key', sealedSecret);
    expect(await send(attempt)).toMatchObject({
      status: 'challenged',
      waitlist: { own: { siteKey: 'site-key', sealedSecret }, confirms: false },
    });
    expect(await counted(waitlistId, from, 'c')).toBe(2);
    // Those who fail it count as before.
    expect(await store.countFailure(waitlistId, { near: from, wide: null })).toBe(0);
    expect(await counted(waitlistId, from)).toBe(1);
    expect(await engine.readQueue(waitlistId)).toHaveLength(0);

    await setKeys('site-key', null);
    expect(await statuses([attempt])).toEqual(['joined']);
  });

  it('joins nobody where addresses are confirmed, and is counted and refused as ever', async () => {
    const waitlistId = await engine.createWaitlist();
    await store.join(waitlistId, signupOf('known@x.test'));
    await engine.pool.query(`UPDATE waitlists SET confirmation = 'required' WHERE id = $1`, [waitlistId]);
    const from = address();
    const entryOf = (name: string) => signupOf(`${name}@x.test`);
    const mixed = [
      attemptOf(waitlistId, entryOf('new'), from),
      attemptOf(waitlistId, entryOf('known'), from),
      attemptOf(waitlistId, null, from),
      { ...attemptOf(waitlistId, entryOf('foreign'), from), origin: 'https://x.test' },
      { ...attemptOf(waitlistId, entryOf('led'), from), redirectOrigin: 'https://x.test' },
    ];
    expect(await statuses(mixed)).toEqual([
      'unconfirmed',
      'unconfirmed',
      'counted',
      'origin_not_allowed',
      'redirect_not_allowed',
    ]);
    expect(await counted(waitlistId, from)).toBe(5);
    const more = Array.from({ length: 6 }, (_, index) => attemptOf(waitlistId, entryOf(`m${index}`), from));
    expect((await statuses(more)).toSorted()).toEqual([
      'refused',
      ...Array.from({ length: 5 }, () => 'unconfirmed'),
    ]);
    const challenged = createSignupStore(engine.pool, { ...STORE_OPTIONS, challenged: true });
    expect(await send(attemptOf(waitlistId, entryOf('c')), challenged)).toMatchObject({
      status: 'challenged',
      waitlist: { confirms: true },
    });
    expect(await engine.readQueue(waitlistId)).toHaveLength(1);
  });

  it('is not counted for an unknown slug', async () => {
    const unknown = { ...attemptOf('', null), slug: 'no-such-list' };
    expect(await send(unknown)).toEqual({ status: 'no_such_waitlist' });
  });
});

describe('takeNetworkRequest', () => {
  const limit = { requests: 2, windowSeconds: 60 };
  const take = (near: Buffer, wide: Buffer | null) =>
    takeNetworkRequest(engine.pool, 't', { near, wide }, limit);

  it('limits a network, and ten times more loosely a wide one', async () => {
    const [near, wide] = [address(), address()];
    expect([await take(near, wide), await take(near, wide)]).toEqual([0, 0]);
    for (let refused = 0; refused < 20; refused++) expect(await take(near, wide)).toBeGreaterThan(0);
    // What the near limit refused did not use up the wide one.
    for (let others = 0; others < 18; others++) expect(await take(address(), wide)).toBe(0);
    expect(await take(address(), wide)).toBeGreaterThan(0);
    expect(await take(address(), null)).toBe(0);
  });
});
