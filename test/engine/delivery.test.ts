import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDeliveryStore } from '../../adapters/postgres/customer-database/delivery-store.ts';
import { createOutboxStore } from '../../adapters/postgres/outbox/outbox-store.ts';
import { deliverSignupsJob } from '../../core/customer-database/deliver-signups.ts';
import type { OutboxJob } from '../../core/outbox/outbox-store.ts';
import { databaseRetrySeconds, MAX_FAILURES } from '../../core/outbox/retry.ts';
import { runJob } from '../support/run-job.ts';
import { verifies } from '../support/verifies.ts';
import { emails, gateAppends, openDelivery } from './delivery-fixture.ts';
import { callJoin, type Engine, openEngine, signupOf } from './engine-fixture.ts';

const DELIVERIES = { lane: 'deliver_signups', room: 20, perAccount: null };
let engine: Engine;
beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

describe('delivery', () => {
  it('starts with the next signup and leaves earlier ones in Anteroom', async () => {
    const delivery = await openDelivery(engine);
    await delivery.join(['a', 'b']);
    await delivery.attach('one');
    await delivery.join(['c', 'd']);
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

  it('erases a contact once it is delivered and its email is sent, in either order', async () => {
    const delivery = await openDelivery(engine);
    await delivery.attach('one');
    delivery.connector.server('one').away = true;
    await delivery.join(['a']);
    await delivery.work();
    expect([delivery.mailed, emails(await delivery.contacts())]).toEqual([['a@x.test'], ['a']]);
    delivery.connector.server('one').away = false;
    await delivery.hasten();
    await delivery.work();
    expect(await delivery.contacts()).toEqual([]);

    const keep = `kind = 'confirmation_email' AND waitlist_id = '${delivery.waitlistId}'`;
    await delivery.join(['b']);
    await engine.pool.query(`UPDATE outbox SET available_at = now() + interval '1 hour' WHERE ${keep}`);
    await delivery.work();
    expect(emails(delivery.connector.rows('one'))).toEqual(['a', 'b']);
    expect(emails(await delivery.contacts())).toEqual(['b']);
    await delivery.hasten();
    await delivery.work();
    expect([delivery.mailed, await delivery.contacts()]).toEqual([['a@x.test', 'b@x.test'], []]);
  });

  it('erases contacts left by a worker that died right after recording the delivery', async () => {
    const delivery = await openDelivery(engine);
    await delivery.attach('one');
    delivery.connector.server('one').away = true;
    await delivery.join(['a', 'b']);
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

  it(`recognizes a repeated email wherever its contact is stored${verifies('database.joined-there-known-again')}`, async () => {
    const delivery = await openDelivery(engine);
    await delivery.attach('one');
    await delivery.join(['a']);
    await delivery.work();
    for (const change of [() => delivery.detach(), () => delivery.attach('two')]) {
      const again = await callJoin(engine.pool, delivery.waitlistId, [
        signupOf(delivery.waitlistId, ' A@x.test'),
      ]);
      expect(again.positions).toEqual([null]);
      await change();
    }
  });

  it('retries until an unavailable server is back, and at once when it is reattached', async () => {
    const delivery = await openDelivery(engine);
    await delivery.attach('one');
    delivery.connector.server('one').away = true;
    await delivery.join(['a', 'b']);
    for (let attempt = 1; attempt <= MAX_FAILURES + 4; attempt++) {
      await delivery.work();
      const [job] = await delivery.jobs();
      expect(job).toMatchObject({ kind: 'deliver_signups', attempts: attempt, parked: false });
      expect(job?.delay).toBeLessThanOrEqual(150);
      await delivery.hasten();
    }
    await delivery.work();
    expect((await delivery.jobs())[0]?.delay).toBeGreaterThan(60);
    // Only reattaching the database makes a waiting job run early.
    await delivery.join(['c']);
    expect((await delivery.jobs()).find(({ kind }) => kind === 'deliver_signups')?.delay).toBeGreaterThan(60);
    delivery.connector.server('one').away = false;
    await delivery.attach('one', 'new');
    await delivery.work();
    expect(emails(delivery.connector.rows('one'))).toEqual(['a', 'b', 'c']);
    expect(await delivery.jobs()).toEqual([]);
  });

  it('waits 5 s at first and at most 2.5 minutes', () => {
    expect(databaseRetrySeconds(1, () => 0)).toBe(5);
    expect(databaseRetrySeconds(3, () => 0)).toBe(20);
    expect(databaseRetrySeconds(5_000, () => 1)).toBe(150);
  });

  it('delivers thousands in order, with referrals in between', async () => {
    const delivery = await openDelivery(engine, 30);
    await delivery.attach('one');
    const [code = null] = await delivery.join(['first']);
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

  it('runs in one worker at a time per waitlist', async () => {
    const delivery = await openDelivery(engine);
    await delivery.attach('one');
    await delivery.join(['a']);
    const gate = gateAppends(delivery);
    const first = delivery.work();
    await gate.reached;
    await delivery.join(['b']);
    // Nothing to do: the only job is already claimed.
    await createOutboxStore(engine.pool)
      .claim({ lanes: [DELIVERIES], leaseSeconds: 1 })
      .then(jobs => expect(jobs).toEqual([]));
    await delivery.attach('one', 'other');
    const [job] = await delivery.jobs();
    expect(job?.delay).toBeGreaterThan(30);
    gate.open();
    await first;
    expect(emails(delivery.connector.rows('one'))).toEqual(['a', 'b']);
  });

  it('leaves its job to another worker within a minute, wherever it is killed, but not during a call', async () => {
    const delivery = await openDelivery(engine);
    await delivery.attach('one');
    await delivery.join(['a']);
    const leases: number[] = [];
    const watched = <Service extends object>(service: Service): Service =>
      new Proxy(service, {
        get:
          (of, name) =>
          async (...args: unknown[]) => {
            const jobs = await delivery.jobs();
            if (name !== 'hold') leases.push(jobs.find(({ kind }) => kind === 'deliver_signups')?.delay ?? 0);
            return (Reflect.get(of, name) as (...given: unknown[]) => unknown).apply(of, args);
          },
      });
    const [job] = await createOutboxStore(engine.pool).claim({ lanes: [DELIVERIES], leaseSeconds: 120 });
    const delivering = deliverSignupsJob.start({
      deliveries: watched(createDeliveryStore(engine.pool)),
      connector: watched(delivery.connector),
      sealer: { seal: async () => Buffer.alloc(0), open: async sealed => sealed.toString() },
      onDeliveryFailure: (_, error) => {
        throw error;
      },
    });
    expect(await runJob(delivering, job as OutboxJob, { remainingMs: () => 60_000 })).toBe('done');
    expect(emails(delivery.connector.rows('one'))).toEqual(['a']);
    expect(Math.max(...leases)).toBeLessThanOrEqual(45);
    // Renewing it may take 25 seconds and the call 15.
    expect(Math.min(...leases)).toBeGreaterThan(40);
  });

  it('sends nothing after another worker takes over the job', async () => {
    const delivery = await openDelivery(engine);
    await delivery.attach('one');
    await delivery.join(['a']);
    const jobs = await createOutboxStore(engine.pool).claim({ lanes: [DELIVERIES], leaseSeconds: 60 });
    const job = jobs[0] as OutboxJob;
    await engine.pool.query('UPDATE outbox SET attempts = attempts + 1 WHERE id = $1', [job.id]);
    const delivering = deliverSignupsJob.start({
      deliveries: createDeliveryStore(engine.pool),
      connector: delivery.connector,
      sealer: { seal: async () => Buffer.alloc(0), open: async sealed => sealed.toString() },
      onDeliveryFailure: (_, error) => {
        throw error;
      },
    });
    expect(await runJob(delivering, job, { remainingMs: () => 60_000 })).toBe('done');
    expect(delivery.connector.rows('one')).toEqual([]);
    await delivery.hasten();
    await delivery.work();
    expect(emails(delivery.connector.rows('one'))).toEqual(['a']);
  });
});
