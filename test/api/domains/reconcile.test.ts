import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createDomainWorkStore } from '../../../adapters/postgres/domains/domain-work-store.ts';
import { createOutboxStore } from '../../../adapters/postgres/outbox/outbox-store.ts';
import { reconcileDomainJob } from '../../../core/domains/reconcile-domain.ts';
import { verifies } from '../../support/verifies.ts';
import { ORIGIN, World } from './reconcile-fixture.ts';

const DOMAIN = 'shop.example.com';
let world: World;
let lists = 0;

beforeAll(async () => {
  world = await World.open();
});
afterEach(() => world.reset());
afterAll(() => world.close());

const waitlist = () => world.waitlist(`list-${++lists}`);
/** A waitlist of the other account. */
const theirWaitlist = () => world.waitlist(`list-${++lists}`, world.accountIds[1]);
const claim = async () => (await world.claims())[0];
const ACTIVE = [{ domains: [DOMAIN], enabled: true, active: true }];

async function connected(): Promise<string> {
  const id = await waitlist();
  world.pointing.add(DOMAIN);
  await world.connect(id, DOMAIN);
  return id;
}

async function active(): Promise<string> {
  const id = await connected();
  await world.settle();
  expect(await claim()).toMatchObject({ state: 'active', reason: null });
  expect(world.tenants).toEqual(ACTIVE);
  return id;
}

describe('a domain, step by step', () => {
  it('waits for its DNS, then for its certificate, and installs it', async () => {
    const id = await waitlist();
    await world.connect(id, DOMAIN);
    await world.pass(0);
    await world.run();
    expect(await claim()).toMatchObject({
      state: 'verifying',
      reason: expect.stringContaining(`points to ${ORIGIN}`),
    });
    // CloudFront decides about DNS and is asked once; after that only when the record looks right.
    expect(world.requests.filter(each => each.startsWith('POST'))).toHaveLength(1);
    await world.pass(0);
    await world.run();
    expect(world.requests.filter(each => each.startsWith('POST'))).toHaveLength(1);

    world.pointing.add(DOMAIN);
    world.unseen.add(DOMAIN);
    await world.pass(0);
    await world.run();
    expect(await claim()).toMatchObject({
      state: 'verifying',
      reason: expect.stringContaining('not visible everywhere'),
    });
    expect(world.tenants).toEqual([]);

    world.unseen.clear();
    await world.pass(0);
    await world.run();
    expect(await claim()).toMatchObject({
      state: 'verifying',
      reason: expect.stringContaining('certificate'),
    });
    await world.pass(1_000);
    await world.run();
    expect(world.tenants).toEqual([{ domains: [DOMAIN], enabled: true, active: false }]);

    // Issued and installed, but not yet in effect.
    await world.pass(60_000);
    await world.run();
    expect(await claim()).toMatchObject({ state: 'verifying' });
    await world.pass(30_000);
    await world.run();
    expect(await claim()).toMatchObject({ state: 'active', reason: null });
    expect(world.tenants).toEqual(ACTIVE);
  });

  it('is disabled, then deleted once that took effect; its claim is kept for a week', async () => {
    const id = await active();
    await world.release(id);
    await world.pass(0);
    await world.run();
    expect(world.tenants).toEqual([{ domains: [DOMAIN], enabled: false, active: false }]);
    await world.pass(0);
    await world.run();
    expect(world.tenants).toHaveLength(1);
    await world.pass(30_000);
    await world.run();
    expect(world.tenants).toEqual([]);
    expect(await claim()).toMatchObject({ domain: DOMAIN, waitlist_id: null });

    await world.passDays();
    await world.run();
    expect(await world.claims()).toHaveLength(1);
    await world.pool.query(`UPDATE custom_domains SET last_active_at = now() - interval '8 days'`);
    await world.passDays();
    await world.run();
    expect(await world.claims()).toEqual([]);
    expect(await world.jobs()).toEqual([]);
  });

  it('is checked soon while another account has many', async () => {
    for (let index = 0; index < 6; index++) await world.connect(await waitlist(), `noisy${index}.acme.com`);
    await world.connect(await theirWaitlist(), 'quiet.acme.com');
    await world.pass();
    const { kind, lane } = reconcileDomainJob;
    const lanes = [{ lane: kind, room: lane.slots, perAccount: lane.perAccount ?? null }];
    const outbox = createOutboxStore(world.pool);
    const jobs = await outbox.claim({ lanes, leaseSeconds: 60 });
    const names = jobs.map(({ payload }) => (payload as { domain: string }).domain);
    expect(names.toSorted()).toEqual([
      expect.stringMatching('noisy'),
      expect.stringMatching('noisy'),
      'quiet.acme.com',
    ]);
    expect(await outbox.claim({ lanes, leaseSeconds: 60 })).toEqual([]);
  });

  it('is removed with its waitlist, whose purge does not touch the removal', async () => {
    const id = await active();
    await world.deleteWaitlist(id);
    await world.settle(6);
    expect(world.tenants).toEqual([]);
    expect((await world.jobs()).map(({ kind }) => kind)).toEqual(['reconcile_domain']);
    expect(await claim()).toMatchObject({ waitlist_id: null });
  });

  it('is set up again if CloudFront lost it, and checked once a day', async () => {
    await active();
    const [tenant] = world.cloudFront.tenants.all;
    world.cloudFront.tenants.update(tenant?.id ?? '', tenant?.etag, { enabled: false });
    world.clock += 60_000;
    world.cloudFront.tenants.delete(tenant?.id ?? '', tenant?.etag);
    await world.passDays();
    await world.run();
    expect(await claim()).toMatchObject({ state: 'verifying' });
    await world.settle();
    expect(world.tenants).toEqual(ACTIVE);
    const { rows } = await world.pool.query(
      `SELECT extract(epoch FROM available_at - now())::float8 AS due FROM outbox`,
    );
    expect(rows).toHaveLength(1);
    expect(rows[0].due).toBeGreaterThan(86_000);
    expect(rows[0].due).toBeLessThan(86_400 * 1.26);
  });

  it('fails after a week with a reason, which frees it for others, and starts over when connected again', async () => {
    const id = await waitlist();
    await world.connect(id, DOMAIN);
    await world.settle(1);
    await world.pool.query(`UPDATE custom_domains SET state_since = now() - interval '7 days 1 minute'`);
    await world.settle(2);
    expect(await claim()).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/no record.*We stopped checking after 7 days/),
      waitlist_id: id,
    });
    expect(await world.jobs()).toEqual([]);

    world.pointing.add(DOMAIN);
    await world.connect(id, DOMAIN);
    await world.settle();
    expect(await claim()).toMatchObject({ state: 'active', waitlist_id: id });
  });

  it('that failed is available to any account', async () => {
    const id = await waitlist();
    await world.connect(id, DOMAIN);
    await world.pool.query(`UPDATE custom_domains SET state = 'failed'`);
    const next = await connected();
    await world.settle();
    expect(await claim()).toMatchObject({ state: 'active', waitlist_id: next });
    expect(world.tenants).toEqual(ACTIVE);
  });

  it('whose CAA records forbid the certificate waits, and requests it again after the timeout', async () => {
    world.forbidden.add(DOMAIN);
    await connected();
    await world.settle(3);
    expect(await claim()).toMatchObject({
      state: 'verifying',
      reason: expect.stringContaining('0 issue "amazon.com"'),
    });
    const asked = () => world.cloudFront.tenants.all[0]?.request?.arn;
    const first = asked();
    world.clock += 73 * 3_600_000;
    await world.settle(1);
    expect(asked()).not.toBe(first);
    world.forbidden.clear();
    await world.settle();
    expect(await claim()).toMatchObject({ state: 'active' });
  });

  it('that is on another distribution says so, and continues when it is free', async () => {
    world.elsewhere.add(DOMAIN);
    await connected();
    await world.settle(2);
    expect(await claim()).toMatchObject({
      state: 'verifying',
      reason: expect.stringContaining('another CloudFront distribution'),
    });
    world.elsewhere.clear();
    await world.settle();
    expect(world.tenants).toEqual(ACTIVE);
  });
});

describe('two accounts that claim one domain', () => {
  const contest = async () => {
    const [first, second] = [await waitlist(), await theirWaitlist()];
    world.pointing.add(DOMAIN);
    await world.connect(first, DOMAIN);
    await world.connect(second, DOMAIN);
    return { first, second };
  };
  const stateOf = async (id: string) =>
    (await world.claims()).find(({ waitlist_id }) => waitlist_id === id)?.state;

  it(`wait for a TXT record, and nothing is set up before${verifies('domains.txt-decides')}`, async () => {
    const { first, second } = await contest();
    await world.settle(3);
    expect(await world.claims()).toMatchObject([
      { state: 'verifying', reason: expect.stringContaining(`TXT record at _anteroom.${DOMAIN}`) },
      { state: 'verifying', reason: expect.stringContaining('TXT record') },
    ]);
    expect(world.requests).toEqual([]);

    await world.prove(second);
    await world.settle();
    expect([await stateOf(first), await stateOf(second)]).toEqual(['failed', 'active']);
    expect(world.tenants).toEqual(ACTIVE);
  });

  it(`also where the other one is in CloudFront already${verifies('domains.txt-decides')}`, async () => {
    const [first, second] = [await waitlist(), await theirWaitlist()];
    world.pointing.add(DOMAIN);
    await world.connect(first, DOMAIN);
    await world.settle(2);
    expect(world.tenants).toHaveLength(1);
    await world.connect(second, DOMAIN);
    await world.settle();
    expect([await stateOf(first), await stateOf(second)]).toEqual(['verifying', 'verifying']);
    await world.prove(second);
    await world.settle();
    expect([await stateOf(first), await stateOf(second)]).toEqual(['failed', 'active']);
    expect(world.tenants).toEqual(ACTIVE);
  });

  it('and both prove it at once: exactly one is active, and it stays so', async () => {
    for (let round = 0; round < 5; round++) {
      const { first, second } = await contest();
      await world.prove(first);
      await world.prove(second);
      for (let step = 0; step < 6; step++) {
        await world.pass();
        await Promise.all([world.run(), world.run()]);
        const active = (await world.claims()).filter(({ state }) => state === 'active');
        expect(active.length).toBeLessThanOrEqual(1);
      }
      expect([await stateOf(first), await stateOf(second)]).toEqual(['active', 'failed']);
      expect(world.tenants).toEqual(ACTIVE);
      await world.reset();
    }
  });

  it('cannot both become active, whatever their workers found', async () => {
    const { first, second } = await contest();
    const store = createDomainWorkStore(world.pool);
    const active = { state: 'active', reason: null, isProven: true } as const;
    const jobs = await Promise.all([first, second].map(id => world.job(id)));
    const recorded = await Promise.all(jobs.map(job => store.record(job, active, 60)));
    expect(recorded.sort()).toEqual([false, true]);
    expect((await world.claims()).map(({ state }) => state)).toEqual(['active', 'failed']);
  });

  it('need no record once the other one is gone, and a claim that was never active is forgotten', async () => {
    const { first, second } = await contest();
    await world.settle(2);
    await world.release(first);
    await world.settle();
    expect(await world.claims()).toMatchObject([{ state: 'active', waitlist_id: second }]);
    expect(world.tenants).toEqual(ACTIVE);
    expect(await world.jobs()).toHaveLength(1);
  });

  it(`wait a week for one that was active${verifies('domains.released-held-7-days')}`, async () => {
    const [first, second] = [await active(), await theirWaitlist()];
    expect(await world.connect(second, DOMAIN)).toBe('held');
    await world.release(first);
    expect(await world.connect(second, DOMAIN)).toBe('held');
    await world.settle(4);
    await world.pool.query(`UPDATE custom_domains SET last_active_at = now() - interval '6 days 23 hours'`);
    world.pointing.clear();
    await world.connect(first, DOMAIN);
    await world.settle(2);
    expect(await world.connect(second, DOMAIN)).toBe('held');
    await world.release(first);
    // It was not active again, so the week is still the first one.
    await world.pool.query(
      `UPDATE custom_domains SET last_active_at = last_active_at - interval '1 hour 1 second'`,
    );
    expect(await world.connect(second, DOMAIN)).toMatchObject({ state: 'verifying', isContested: false });
    world.pointing.add(DOMAIN);
    await world.settle();
    expect(await stateOf(second)).toBe('active');
    expect(world.tenants).toEqual(ACTIVE);
  });

  it(`also where the second one comes while the first is about to become active${verifies('domains.txt-decides')}`, async () => {
    const first = await connected();
    await world.settle(2);
    // The check that makes the first active is held up while the second one connects.
    await world.pass();
    const slow = world.runHeldAt(1);
    await slow.held;
    const second = await theirWaitlist();
    await world.connect(second, DOMAIN);
    await slow.resume();
    await world.settle();
    expect([await stateOf(first), await stateOf(second)]).toEqual(['verifying', 'verifying']);
    await world.prove(second);
    await world.settle();
    expect([await stateOf(first), await stateOf(second)]).toEqual(['failed', 'active']);
    expect(world.tenants).toEqual(ACTIVE);
  });
});

describe('an active domain whose DNS record is gone', () => {
  it('is disconnected after a week, which frees it for others', async () => {
    await active();
    world.pointing.clear();
    await world.passDays();
    await world.run();
    expect(await claim()).toMatchObject({
      state: 'active',
      reason: expect.stringContaining('after 7 days without a record'),
    });
    await world.pool.query(`UPDATE custom_domains SET gone_since = now() - interval '7 days 1 minute'`);
    await world.passDays();
    await world.run();
    await world.settle(3);
    expect(await claim()).toMatchObject({ state: 'failed' });
    expect(world.tenants).toEqual([]);
    const next = await theirWaitlist();
    world.pointing.add(DOMAIN);
    await world.connect(next, DOMAIN);
    await world.settle();
    expect((await world.claims()).map(({ state }) => state)).toEqual(['active', 'failed']);
  });

  it('stays when the record comes back', async () => {
    await active();
    world.pointing.clear();
    await world.passDays();
    await world.run();
    world.pointing.add(DOMAIN);
    await world.passDays();
    await world.run();
    const { rows } = await world.pool.query('SELECT state, reason, gone_since FROM custom_domains');
    expect(rows).toEqual([{ state: 'active', reason: null, gone_since: null }]);
  });
});

describe('a fault on our side', () => {
  it('is retried and not blamed on the owner: a used-up quota', async () => {
    world.quota = 0;
    await connected();
    await world.settle(2);
    expect(await claim()).toMatchObject({
      state: 'verifying',
      reason: expect.stringContaining('on our end'),
    });
    expect(await world.jobs()).toMatchObject([{ attempts: 2, parked: false }]);
    world.quota = 100;
    await world.settle();
    expect(await claim()).toMatchObject({ state: 'active', reason: null });
  });

  it('is parked for a person when it lasts, and continues when it is fixed', async () => {
    world.disturb = () => 'throttle';
    await connected();
    await world.pool.query('UPDATE outbox SET failures = 15');
    await world.settle(1);
    expect(await world.jobs()).toMatchObject([{ parked: true }]);
    world.disturb = () => undefined;
    await world.pool.query('UPDATE outbox SET parked_at = NULL, failures = 0');
    await world.settle();
    expect(await claim()).toMatchObject({ state: 'active' });
  });
});

describe('two workers', () => {
  it('that do the same job at once create one tenant and leave one job', async () => {
    const id = await connected();
    for (let round = 0; round < 6; round++) {
      await world.pass(30_000);
      await world.pool.query(
        `INSERT INTO outbox (kind, waitlist_id, payload) SELECT kind, waitlist_id, payload FROM outbox`,
      );
      await Promise.all([world.run(), world.run(), world.run()]);
      expect(world.tenants.length).toBeLessThanOrEqual(1);
    }
    expect(await claim()).toMatchObject({ state: 'active', waitlist_id: id });
    expect(world.tenants).toEqual(ACTIVE);
    expect(await world.jobs()).toHaveLength(1);
  });
});

describe('a delayed worker', () => {
  it('leaves nothing behind when its domain is released meanwhile', async () => {
    // The look-up of the tenant is its first request, the creation its second.
    const id = await connected();
    await world.pass();
    const slow = world.runHeldAt(2);
    await slow.held;
    await world.release(id);
    await world.pass();
    await world.run();
    expect(world.tenants).toEqual([]);
    await slow.resume();
    expect(world.tenants).toHaveLength(1);
    await world.settle(4);
    expect(world.tenants).toEqual([]);
  });

  it('that then dies leaves nothing behind either', async () => {
    const id = await connected();
    await world.pass();
    // The tenant is created, but the worker dies before it knows.
    await world.runAndDie(2, 'lose-answer');
    await world.pool.query("UPDATE outbox SET available_at = now() + interval '2 minutes'");
    await world.release(id);
    await world.pool.query(`UPDATE outbox SET available_at = now() WHERE payload->>'version' = '2'`);
    for (let step = 0; step < 4; step++) {
      await world.run();
      await world.pass();
    }
    expect(world.tenants).toEqual([]);
  });

  it('leaves the domain alone when it moved to another waitlist', async () => {
    const [first, second] = [await connected(), await waitlist()];
    await world.settle(2);
    await world.pass();
    const slow = world.runHeldAt(1);
    await slow.held;
    await world.release(first);
    await world.connect(second, DOMAIN);
    await slow.resume();
    await world.settle();
    expect(await claim()).toMatchObject({ state: 'active', waitlist_id: second });
    expect(world.tenants).toEqual(ACTIVE);
  });
});

describe('a worker that dies', () => {
  it.each(['lose-request', 'lose-answer'] as const)(
    'at any request to CloudFront (%s) leaves nothing undone: set up, taken down, set up again',
    async when => {
      for (let at = 1; at <= 4; at++) {
        const id = await connected();
        for (let step = 0; step < 4; step++) {
          await world.pass();
          await world.runAndDie(at, when);
        }
        await world.settle(5);
        expect(world.tenants).toEqual(ACTIVE);
        await world.release(id);
        for (let step = 0; step < 3; step++) {
          await world.pass();
          await world.runAndDie(at, when);
        }
        await world.settle(4);
        expect(world.tenants).toEqual([]);
        await world.pool.query('DELETE FROM outbox');
        await world.pool.query('DELETE FROM custom_domains');
      }
    },
    120_000,
  );

  const operation = fc.oneof(
    { weight: 3, arbitrary: fc.constant('run' as const) },
    {
      weight: 3,
      arbitrary: fc.record({
        dieAt: fc.integer({ min: 1, max: 4 }),
        when: fc.constantFrom('lose-request' as const, 'lose-answer' as const),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ connect: fc.integer({ min: 0, max: 2 }), to: fc.integer({ min: 0, max: 1 }) }),
    },
    { weight: 2, arbitrary: fc.record({ release: fc.integer({ min: 0, max: 2 }) }) },
    { weight: 2, arbitrary: fc.record({ prove: fc.integer({ min: 0, max: 2 }) }) },
    { weight: 1, arbitrary: fc.constant('both' as const) },
    { weight: 2, arbitrary: fc.record({ pass: fc.constantFrom(0, 30_000, 120_000) }) },
  );

  it('after any sequence of events CloudFront has exactly the connected domains', async () => {
    const domains = ['one.example.com', 'two.example.com'];
    await fc.assert(
      fc.asyncProperty(fc.array(operation, { minLength: 3, maxLength: 14 }), async operations => {
        await world.reset();
        const ids = [await waitlist(), await waitlist(), await theirWaitlist()];
        for (const domain of domains) world.pointing.add(domain);
        for (const each of operations) {
          if (each === 'run') await world.run();
          else if (each === 'both') await Promise.all([world.run(), world.run()]);
          else if ('connect' in each) await world.connect(ids[each.connect] ?? '', domains[each.to] ?? '');
          else if ('release' in each) await world.release(ids[each.release] ?? '');
          else if ('prove' in each) await world.prove(ids[each.prove] ?? '');
          else if ('pass' in each) await world.pass(each.pass);
          else await world.runAndDie(each.dieAt, each.when);
        }
        // Where two accounts still compete for a name, a record decides.
        await world.prove(ids[2] ?? '');
        await world.settle(8);
        const claims = await world.claims();
        const wanted = claims.filter(({ waitlist_id, state }) => waitlist_id !== null && state !== 'failed');
        expect(wanted.map(({ state }) => state)).toEqual(wanted.map(() => 'active'));
        expect(world.tenants.map(tenant => tenant.domains[0]).sort()).toEqual(
          wanted.map(({ domain }) => domain),
        );
        expect(world.tenants.every(tenant => tenant.active)).toBe(true);
        const jobs = (await world.jobs()).filter(({ kind }) => kind === 'reconcile_domain');
        const watched = claims.filter(({ state }) => state !== 'failed');
        expect(jobs.map(({ domain }) => domain).sort()).toEqual(watched.map(({ domain }) => domain));
      }),
      { numRuns: 60 },
    );
  }, 240_000);
});
