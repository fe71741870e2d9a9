import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDeliveryStore } from '../../adapters/postgres/delivery-store.ts';
import { createOutboxStore } from '../../adapters/postgres/outbox-store.ts';
import { createUsageStore } from '../../adapters/postgres/usage-store.ts';
import { deliverSignups, deliveryDelaySeconds } from '../../core/database/deliver-signups.ts';
import type { OutboxJob } from '../../core/outbox/outbox-store.ts';
import { MAX_ATTEMPTS } from '../../core/outbox/run-outbox.ts';
import { verifies } from '../support/verifies.ts';
import { type Delivery, openDelivery } from './delivery-fixture.ts';
import { callJoin, type Engine, openEngine, signupOf } from './engine-fixture.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

/** Joins one after the other. @returns their referral codes */
async function join({ waitlistId }: Delivery, names: readonly string[], referrerCode: string | null = null) {
  const signups = names.map(name => signupOf(waitlistId, `${name}@x.test`, { referrerCode }));
  for (const signup of signups) await callJoin(engine.pool, waitlistId, [signup]);
  return signups.map(signup => signup.referralCode);
}

const emails = (rows: readonly { readonly email: string | null }[]) =>
  rows.map(({ email }) => email?.replace('@x.test', '') ?? null);

/** A gate before each append: `reached` when one stands there, which `open` lets pass. */
function gateAppends({ connector }: Delivery) {
  const append = connector.append.bind(connector);
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  connector.append = async (target, entries) => {
    reached.resolve();
    await opened.promise;
    return append(target, entries);
  };
  return { reached: reached.promise, open: () => opened.resolve() };
}

describe('delivery', () => {
  it('begins with the next signup, and leaves those before it here', async () => {
    const delivery = await openDelivery(engine);
    await join(delivery, ['a', 'b']);
    await delivery.attach('one');
    await join(delivery, ['c', 'd']);
    await delivery.work();
    expect(emails(delivery.connector.rows('one'))).toEqual(['c', 'd']);
    expect(delivery.connector.rows('one')[0]).toEqual({
      id: expect.any(String),
      email: 'c@x.test',
      name: null,
      position: 3,
      referralCode: expect.any(String),
      referredBy: null,
      metadata: {},
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    });
    expect(emails(await delivery.contacts())).toEqual(['a', 'b']);
    expect(emails((await delivery.page()).entries)).toEqual([null, null, 'b', 'a']);
    expect(await delivery.jobs()).toEqual([]);
  });

  it('erases a contact when it has arrived and its email was sent, whichever is first', async () => {
    const delivery = await openDelivery(engine);
    await delivery.attach('one');
    delivery.connector.server('one').away = true;
    await join(delivery, ['a']);
    await delivery.work();
    expect([delivery.mailed, emails(await delivery.contacts())]).toEqual([['a@x.test'], ['a']]);
    delivery.connector.server('one').away = false;
    await delivery.hasten();
    await delivery.work();
    expect(await delivery.contacts()).toEqual([]);

    const keep = `kind = 'confirmation_email' AND waitlist_id = '${delivery.waitlistId}'`;
    await join(delivery, ['b']);
    await engine.pool.query(`UPDATE outbox SET available_at = now() + interval '1 hour' WHERE ${keep}`);
    await delivery.work();
    expect(emails(delivery.connector.rows('one'))).toEqual(['a', 'b']);
    expect(emails(await delivery.contacts())).toEqual(['b']);
    await delivery.hasten();
    await delivery.work();
    expect([delivery.mailed, await delivery.contacts()]).toEqual([['a@x.test', 'b@x.test'], []]);
  });

  it('is made up for where a signup broke off before it wrote the job', async () => {
    const delivery = await openDelivery(engine);
    await delivery.attach('one');
    await delivery.work();
    await join(delivery, ['a']);
    await engine.pool.query(`DELETE FROM outbox WHERE kind = 'deliver_signups' AND waitlist_id = $1`, [
      delivery.waitlistId,
    ]);
    await createDeliveryStore(engine.pool).sweep();
    await delivery.work();
    expect(emails(delivery.connector.rows('one'))).toEqual(['a']);
    await createDeliveryStore(engine.pool).sweep();
    expect(await delivery.jobs()).toEqual([]);
  });

  it('erases what a worker had not when it died just after the arrival was noted', async () => {
    const delivery = await openDelivery(engine);
    await delivery.attach('one');
    delivery.connector.server('one').away = true;
    await join(delivery, ['a', 'b']);
    await delivery.work();
    expect(delivery.mailed).toHaveLength(2);
    await engine.pool.query(
      'SELECT record_delivery($1, w.database_id, 1, 2) FROM waitlists w WHERE w.id = $1',
      [delivery.waitlistId],
    );
    expect(emails(await delivery.contacts())).toEqual(['a', 'b']);
    await delivery.hasten();
    await delivery.work();
    expect(await delivery.contacts()).toEqual([]);
    expect(await delivery.jobs()).toEqual([]);
  });

  it(`knows an email again wherever its contact is${verifies('database.joined-there-known-again')}`, async () => {
    const delivery = await openDelivery(engine);
    await delivery.attach('one');
    await join(delivery, ['a']);
    await delivery.work();
    for (const change of [() => delivery.detach(), () => delivery.attach('two')]) {
      const again = await callJoin(engine.pool, delivery.waitlistId, [
        signupOf(delivery.waitlistId, ' A@x.test'),
      ]);
      expect(again.positions).toEqual([null]);
      await change();
    }
  });

  it('waits for a server that is away for as long as it takes, and is quick when it is attached again', async () => {
    const delivery = await openDelivery(engine);
    await delivery.attach('one');
    delivery.connector.server('one').away = true;
    await join(delivery, ['a', 'b']);
    for (let attempt = 1; attempt <= MAX_ATTEMPTS + 4; attempt++) {
      await delivery.work();
      const [job] = await delivery.jobs();
      expect(job).toMatchObject({ kind: 'deliver_signups', attempts: attempt, parked: false });
      expect(job?.delay).toBeLessThanOrEqual(150);
      await delivery.hasten();
    }
    await delivery.work();
    expect((await delivery.jobs())[0]?.delay).toBeGreaterThan(60);
    // Nobody hurries a job that waits, but who attaches the database again.
    await join(delivery, ['c']);
    expect((await delivery.jobs()).find(({ kind }) => kind === 'deliver_signups')?.delay).toBeGreaterThan(60);
    delivery.connector.server('one').away = false;
    await delivery.attach('one', 'new');
    await delivery.work();
    expect(emails(delivery.connector.rows('one'))).toEqual(['a', 'b', 'c']);
    expect(await delivery.jobs()).toEqual([]);
  });

  it('waits 5 s at first and never more than 2.5 minutes', () => {
    expect(deliveryDelaySeconds(1, () => 0)).toBe(5);
    expect(deliveryDelaySeconds(3, () => 0)).toBe(20);
    expect(deliveryDelaySeconds(5_000, () => 1)).toBe(150);
  });

  it('brings thousands in order, with referrals in between', async () => {
    const delivery = await openDelivery(engine, 30);
    await delivery.attach('one');
    const [code = null] = await join(delivery, ['first']);
    for (let batch = 0; batch < 14; batch++) {
      const signups = Array.from({ length: 100 }, (_, index) =>
        signupOf(delivery.waitlistId, `p${batch}.${index}@x.test`, {
          referrerCode: index % 7 === 0 ? code : null,
        }),
      );
      await callJoin(engine.pool, delivery.waitlistId, signups);
    }
    await delivery.work();
    const rows = delivery.connector.rows('one');
    const queue = await engine.readQueue(delivery.waitlistId);
    expect(rows.map(({ id }) => id)).toEqual([...queue].sort((a, b) => a.seq - b.seq).map(({ id }) => id));
    expect([...rows].sort((a, b) => a.position - b.position).map(({ id }) => id)).toEqual(
      queue.map(({ id }) => id),
    );
  });

  it('has one worker at a time for a list', async () => {
    const delivery = await openDelivery(engine);
    await delivery.attach('one');
    await join(delivery, ['a']);
    const gate = gateAppends(delivery);
    const first = delivery.work();
    await gate.reached;
    await join(delivery, ['b']);
    // It has nothing to do: the one job is taken.
    await createOutboxStore(engine.pool)
      .claim({ limit: 20, leaseSeconds: 1 })
      .then(jobs => expect(jobs.filter(({ kind }) => kind === 'deliver_signups')).toEqual([]));
    await delivery.attach('one', 'other');
    const [job] = await delivery.jobs();
    expect(job?.delay).toBeGreaterThan(60);
    gate.open();
    await first;
    expect(emails(delivery.connector.rows('one'))).toEqual(['a', 'b']);
  });

  it('sends nothing once another worker has the job', async () => {
    const delivery = await openDelivery(engine);
    await delivery.attach('one');
    await join(delivery, ['a']);
    const jobs = await createOutboxStore(engine.pool).claim({ limit: 20, leaseSeconds: 60 });
    const job = jobs.find(({ kind }) => kind === 'deliver_signups') as OutboxJob;
    await engine.pool.query('UPDATE outbox SET attempts = attempts + 1 WHERE id = $1', [job.id]);
    const handler = deliverSignups({
      deliveries: createDeliveryStore(engine.pool),
      connector: delivery.connector,
      sealer: { seal: async () => Buffer.alloc(0), open: async sealed => sealed.toString() },
      onFailure: (_, error) => {
        throw error;
      },
    });
    expect(await handler(job, { remainingMs: () => 60_000 })).toBe('done');
    expect(delivery.connector.rows('one')).toEqual([]);
    await delivery.hasten();
    await delivery.work();
    expect(emails(delivery.connector.rows('one'))).toEqual(['a']);
  });
});

describe('positions', () => {
  it.each([
    ['before the entries have arrived', false],
    ['after the entries have arrived', true],
  ])('are right although a worker died between two moves, %s', async (_, arrived) => {
    for (let calls = 0; calls < 48; calls++) {
      const delivery = await openDelivery(engine, 1);
      await delivery.attach('one');
      const codes = await join(delivery, ['a', 'b', 'c']);
      if (arrived) await delivery.work();
      // c passes b, and b passes c again: what was sent before looks like what is now.
      await join(delivery, ['d'], codes[2]);
      await delivery.work(calls);
      await join(delivery, ['e'], codes[1]);
      await delivery.work();
      const places = Object.fromEntries(
        delivery.connector.rows('one').map(({ email, position }) => [email[0], position]),
      );
      expect(places).toEqual({ a: 1, b: 2, c: 3, d: 4, e: 5 });
    }
  });

  it('are sent of those who moved only, in however many referrals', async () => {
    const delivery = await openDelivery(engine, 2);
    await delivery.attach('one');
    const names = Array.from({ length: 150 }, (_, index) => `p${index}`);
    const codes = await join(delivery, names);
    await delivery.work();
    expect(delivery.connector.placesSent).toBe(0);
    await join(delivery, ['x', 'y', 'z'], codes[50]);
    await delivery.work();
    // p50 is 6 places further up, and the six it passed are one further down each.
    expect(delivery.connector.placesSent).toBe(7);
  });

  it(`follow also while signups never stop${verifies('database.position-within-a-minute')}`, async () => {
    const delivery = await openDelivery(engine, 1);
    await delivery.attach('one');
    const [, , code = null] = await join(delivery, ['a', 'b', 'c']);
    await delivery.work();
    const { connector } = delivery;
    const calls: string[] = [];
    const [append, setPositions] = [connector.append.bind(connector), connector.setPositions.bind(connector)];
    connector.append = async (target, entries) => {
      calls.push('append');
      // Whenever it looks, one more waits.
      if (calls.length < 10) await join(delivery, [`n${calls.length}`]);
      return append(target, entries);
    };
    connector.setPositions = async (target, places) => {
      calls.push('setPositions');
      return setPositions(target, places);
    };
    await join(delivery, ['d'], code);
    await delivery.work();
    expect(calls.slice(0, 3)).toEqual(['append', 'setPositions', 'append']);
    expect(calls.at(-1)).toBe('append');
  });

  it('of those who moved while their database was detached are mended when it is attached again', async () => {
    const delivery = await openDelivery(engine, 3);
    await delivery.attach('one');
    const codes = await join(delivery, ['a', 'b', 'c', 'd']);
    await delivery.work();
    await delivery.detach();
    await join(delivery, ['e'], codes[3]);
    await delivery.work();
    expect(delivery.connector.rows('one').map(({ position }) => position)).toEqual([1, 2, 3, 4]);
    await delivery.attach('one');
    await delivery.work();
    expect(delivery.connector.rows('one').map(({ position }) => position)).toEqual([2, 3, 4, 1]);
  });
});

describe('taking a database away', () => {
  it(`keeps here what still waited, and hides what has arrived until it is attached again${verifies('database.waiting-stays-when-detached')}`, async () => {
    const delivery = await openDelivery(engine);
    await join(delivery, ['a']);
    const attachedAt = await delivery.attach('one');
    await join(delivery, ['b', 'c']);
    await delivery.work();
    await join(delivery, ['d']);
    await delivery.detach();
    await join(delivery, ['e']);
    await delivery.work();
    expect(emails(delivery.connector.rows('one'))).toEqual(['b', 'c']);
    expect(emails((await delivery.page()).entries)).toEqual(['e', 'd', 'a']);
    expect((await delivery.page()).total).toBe(3);
    expect((await delivery.page()).entries.map(({ position }) => position)).toEqual([5, 4, 1]);
    const usage = await createUsageStore(engine.pool).usage(engine.accountId);
    const { rows } = await engine.pool.query<{ count: number }>(
      `SELECT (SELECT count(*) FROM entries)::integer
              - (SELECT coalesce(sum(last_seq - first_seq + 1), 0) FROM delivered_ranges r
                 JOIN waitlists w ON w.id = r.waitlist_id AND w.database_id IS DISTINCT FROM r.attachment_id)::integer AS count`,
    );
    expect(Number(usage.entries)).toBe(rows[0]?.count);

    await delivery.attach('two');
    expect((await delivery.page()).total).toBe(3);
    expect((await delivery.attach('one', 'other password')) > attachedAt).toBe(true);
    expect(emails((await delivery.page()).entries)).toEqual(['e', 'd', null, null, 'a']);
    await join(delivery, ['f']);
    await delivery.work();
    expect(emails(delivery.connector.rows('one'))).toEqual(['b', 'c', 'f']);
  });

  it('continues an attachment when only the password is new', async () => {
    const delivery = await openDelivery(engine);
    const attachedAt = await delivery.attach('one');
    await join(delivery, ['a']);
    expect(await delivery.attach('one', 'new')).toEqual(attachedAt);
    await delivery.work();
    expect(emails(delivery.connector.rows('one'))).toEqual(['a']);
  });

  it(`brings what waited for a database that is replaced to the one in its place${verifies('database.waiting-goes-to-the-next')}`, async () => {
    const delivery = await openDelivery(engine);
    await delivery.attach('one');
    await join(delivery, ['a']);
    await delivery.work();
    delivery.connector.server('one').away = true;
    await join(delivery, ['b', 'c']);
    await delivery.work();
    await delivery.attach('two');
    await delivery.work();
    expect(emails(delivery.connector.rows('two'))).toEqual(['b', 'c']);
    expect(emails((await delivery.page()).entries)).toEqual([null, null]);
  });

  it.each([
    ['is replaced', (delivery: Delivery) => delivery.attach('two'), ['b'], [null]],
    ['is detached', (delivery: Delivery) => delivery.detach(), [], ['b']],
  ])('leaves what was on its way where it arrives when it %s', async (_, change, inTwo, listed) => {
    const delivery = await openDelivery(engine);
    await delivery.attach('one');
    await join(delivery, ['a']);
    const gate = gateAppends(delivery);
    const working = delivery.work();
    await gate.reached;
    await change(delivery);
    await join(delivery, ['b']);
    gate.open();
    await working;
    await delivery.work();
    expect(emails(delivery.connector.rows('one'))).toEqual(['a']);
    expect(emails(delivery.connector.rows('two'))).toEqual(inTwo);
    expect(emails((await delivery.page()).entries)).toEqual(listed);
  });

  it('forgets no move that was made meanwhile, when a worker was still at those of before', async () => {
    const delivery = await openDelivery(engine, 1);
    const { connector } = delivery;
    await delivery.attach('one');
    const codes = await join(delivery, ['a', 'b', 'c', 'd']);
    await delivery.work();
    const refer = (email: string, code: string | undefined) =>
      callJoin(engine.pool, delivery.waitlistId, [
        signupOf(delivery.waitlistId, email, { referrerCode: code ?? null }),
      ]);
    await refer('e@x.test', codes[3]);

    const setPositions = connector.setPositions.bind(connector);
    const reached = Promise.withResolvers<void>();
    const opened = Promise.withResolvers<void>();
    connector.setPositions = async (target, places) => {
      reached.resolve();
      await opened.promise;
      return setPositions(target, places);
    };
    const working = delivery.work();
    await reached.promise;
    await delivery.detach();
    await refer('f@x.test', codes[3]);
    await delivery.attach('one');
    opened.resolve();
    await working;
    await delivery.work();

    const places = new Map(
      (await engine.readQueue(delivery.waitlistId)).map(({ id, position }) => [id, position]),
    );
    expect(places.get(connector.rows('one')[3]?.id ?? '')).toBe(2);
    for (const row of connector.rows('one'))
      expect([row.id, row.position]).toEqual([row.id, places.get(row.id)]);
  });

  it('while many sign up loses none and doubles none', async () => {
    const delivery = await openDelivery(engine, 4);
    const { waitlistId, connector } = delivery;
    const codes: string[] = [];
    let joining = 6;
    const signUp = async (worker: number) => {
      for (let index = 0; index < 40; index++) {
        const referrerCode = codes[(index * 7) % (codes.length || 1)] ?? null;
        const batch = Array.from({ length: 1 + (index % 3) }, (_, n) =>
          signupOf(waitlistId, `w${worker}.${index}.${n}@x.test`, { referrerCode }),
        );
        await callJoin(engine.pool, waitlistId, batch);
        codes.push(...batch.map(({ referralCode }) => referralCode));
      }
      joining--;
    };
    const deliver = async () => {
      while (joining > 0) await delivery.work();
    };
    const change = async () => {
      for (let round = 0; joining > 0; round++) {
        await (round % 4 === 3 ? delivery.detach() : delivery.attach(round % 4 === 1 ? 'two' : 'one'));
        await new Promise(resolve => setImmediate(resolve));
      }
    };
    await Promise.all([...[1, 2, 3, 4, 5, 6].map(signUp), deliver(), deliver(), change()]);
    await delivery.attach('one');
    await delivery.hasten();
    await delivery.work();
    const queue = await engine.readQueue(waitlistId);
    const places = new Map(queue.map(({ id, position }) => [id, position]));
    const copies = [...(await delivery.contacts()), ...connector.rows('one'), ...connector.rows('two')];
    expect(copies.map(({ id }) => id).sort()).toEqual(queue.map(({ id }) => id).sort());
    for (const row of connector.rows('one')) expect(row.position).toBe(places.get(row.id));
    expect([...delivery.mailed].sort()).toEqual([...new Set(delivery.mailed)].sort());
    expect(delivery.mailed).toHaveLength(queue.length);
    expect(await delivery.jobs()).toEqual([]);
  }, 60_000);

  it('goes with the list at once, and the rows there stay', async () => {
    const delivery = await openDelivery(engine);
    const { waitlistId, connector } = delivery;
    const codes = await join(delivery, ['z']);
    await delivery.attach('one');
    await join(delivery, ['a', 'b'], codes[0]);
    await delivery.work();
    await join(delivery, ['c']);
    const gate = gateAppends(delivery);
    const working = delivery.work();
    await gate.reached;
    await engine.pool.query('SELECT delete_waitlist($1, $2, NULL)', [engine.accountId, waitlistId]);
    const left = await engine.pool.query('SELECT 1 FROM database_attachments WHERE waitlist_id = $1', [
      waitlistId,
    ]);
    expect(left.rows).toEqual([]);
    gate.open();
    await working;
    for (let round = 0; round < 5; round++)
      await engine.pool.query('SELECT purge_waitlist_batch($1, 100)', [waitlistId]);
    for (const table of [
      'entries',
      'contacts',
      'delivered_ranges',
      'moved_blocks',
      'places',
      'place_blocks',
    ]) {
      const { rows } = await engine.pool.query(`SELECT 1 FROM ${table} WHERE waitlist_id = $1`, [waitlistId]);
      expect([table, rows]).toEqual([table, []]);
    }
    expect(emails(connector.rows('one'))).toEqual(['a', 'b', 'c']);
  });
});
