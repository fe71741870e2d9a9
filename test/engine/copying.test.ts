import { describe, expect, it } from '@jest/globals';
import { createCopyStore } from '../../adapters/postgres/customer-database/copy-store.ts';
import { createOutboxStore } from '../../adapters/postgres/outbox/outbox-store.ts';
import { copySignupsJob } from '../../core/customer-database/copy-signups.ts';
import type { OutboxJob } from '../../core/outbox/outbox-store.ts';
import { databaseRetrySeconds, MAX_FAILURES } from '../../core/outbox/retry.ts';
import { runJob } from '../support/run-job.ts';
import { verifies } from '../support/verifies.ts';
import { emails, gateAppends, openCopying } from './copying-fixture.ts';
import { callJoin, shareEngine, signupOf } from './engine-fixture.ts';

const COPIES = { lane: 'deliver_signups', room: 20, perAccount: null };
const engine = shareEngine();

describe('copying', () => {
  it('starts with the next signup and leaves earlier ones in Anteroom', async () => {
    const copying = await openCopying(engine);
    await copying.join(['a', 'b']);
    await copying.attach('one');
    await copying.join(['c', 'd']);
    await copying.work();
    expect(emails(copying.connector.rows('one'))).toEqual(['c', 'd']);
    expect(copying.connector.rows('one')[0]).toEqual({
      id: expect.any(String),
      email: 'c@x.test',
      name: null,
      position: 3,
      referralCode: expect.any(String),
      referredBy: null,
      metadata: {},
      createdAt: expect.stringMatching(/^\d{4}-.*\.\d{3}Z$/),
    });
    expect(emails(await copying.contacts())).toEqual(['a', 'b']);
    expect(emails((await copying.page()).entries)).toEqual([null, null, 'b', 'a']);
    expect(await copying.jobs()).toEqual([]);
  });

  it('erases a contact once it is copied and its email is sent, in either order', async () => {
    const copying = await openCopying(engine);
    await copying.attach('one');
    copying.connector.server('one').away = true;
    await copying.join(['a']);
    await copying.work();
    expect([copying.mailed, emails(await copying.contacts())]).toEqual([['a@x.test'], ['a']]);
    copying.connector.server('one').away = false;
    await copying.hasten();
    await copying.work();
    expect(await copying.contacts()).toEqual([]);

    const keep = `kind = 'confirmation_email' AND waitlist_id = '${copying.waitlistId}'`;
    await copying.join(['b']);
    await engine.pool.query(`UPDATE outbox SET available_at = now() + interval '1 hour' WHERE ${keep}`);
    await copying.work();
    expect(emails(copying.connector.rows('one'))).toEqual(['a', 'b']);
    expect(emails(await copying.contacts())).toEqual(['b']);
    await copying.hasten();
    await copying.work();
    expect([copying.mailed, await copying.contacts()]).toEqual([['a@x.test', 'b@x.test'], []]);
  });

  it('erases contacts left by a worker that died right after recording the copying', async () => {
    const copying = await openCopying(engine);
    await copying.attach('one');
    copying.connector.server('one').away = true;
    await copying.join(['a', 'b']);
    await copying.work();
    expect(copying.mailed).toHaveLength(2);
    await engine.pool.query(
      'SELECT record_delivery($1, w.database_id, 1, 2) FROM waitlists w WHERE w.id = $1',
      [copying.waitlistId],
    );
    expect(emails(await copying.contacts())).toEqual(['a', 'b']);
    await copying.hasten();
    await copying.work();
    expect(await copying.contacts()).toEqual([]);
    expect(await copying.jobs()).toEqual([]);
  });

  it(`recognizes a repeated email wherever its contact is stored${verifies('database.joined-there-known-again')}`, async () => {
    const copying = await openCopying(engine);
    await copying.attach('one');
    await copying.join(['a']);
    await copying.work();
    for (const change of [() => copying.detach(), () => copying.attach('two')]) {
      const again = await callJoin(engine.pool, copying.waitlistId, [signupOf(' A@x.test')]);
      expect(again.positions).toEqual([null]);
      await change();
    }
  });

  it('retries until an unavailable server is back, and at once when it is reattached', async () => {
    const copying = await openCopying(engine);
    await copying.attach('one');
    copying.connector.server('one').away = true;
    await copying.join(['a', 'b']);
    for (let attempt = 1; attempt <= MAX_FAILURES + 4; attempt++) {
      await copying.work();
      const [job] = await copying.jobs();
      expect(job).toMatchObject({ kind: 'deliver_signups', attempts: attempt, parked: false });
      expect(job?.delay).toBeLessThanOrEqual(150);
      await copying.hasten();
    }
    await copying.work();
    expect((await copying.jobs())[0]?.delay).toBeGreaterThan(60);
    // Only reattaching the database makes a waiting job run early.
    await copying.join(['c']);
    expect((await copying.jobs()).find(({ kind }) => kind === 'deliver_signups')?.delay).toBeGreaterThan(60);
    copying.connector.server('one').away = false;
    await copying.attach('one', 'new');
    await copying.work();
    expect(emails(copying.connector.rows('one'))).toEqual(['a', 'b', 'c']);
    expect(await copying.jobs()).toEqual([]);
  });

  it('waits 5 s at first and at most 2.5 minutes', () => {
    expect(databaseRetrySeconds(1, () => 0)).toBe(5);
    expect(databaseRetrySeconds(3, () => 0)).toBe(20);
    expect(databaseRetrySeconds(5_000, () => 1)).toBe(150);
  });

  it('copies thousands in order, with referrals in between', async () => {
    const copying = await openCopying(engine, 30);
    await copying.attach('one');
    const [code = null] = await copying.join(['first']);
    for (let batch = 0; batch < 14; batch++) {
      const signups = Array.from({ length: 100 }, (_, index) =>
        signupOf(`p${batch}.${index}@x.test`, {
          referrerCode: index % 7 === 0 ? code : null,
        }),
      );
      await callJoin(engine.pool, copying.waitlistId, signups);
    }
    await copying.work();
    const rows = copying.connector.rows('one');
    const queue = await engine.readQueue(copying.waitlistId);
    expect(rows.map(({ id }) => id)).toEqual([...queue].sort((a, b) => a.seq - b.seq).map(({ id }) => id));
    expect([...rows].sort((a, b) => a.position - b.position).map(({ id }) => id)).toEqual(
      queue.map(({ id }) => id),
    );
  });

  it('runs in one worker at a time per waitlist', async () => {
    const copying = await openCopying(engine);
    await copying.attach('one');
    await copying.join(['a']);
    const gate = gateAppends(copying);
    const first = copying.work();
    await gate.reached;
    await copying.join(['b']);
    // Nothing to do: the only job is already claimed.
    await createOutboxStore(engine.pool)
      .claim({ lanes: [COPIES], leaseSeconds: 1 })
      .then(jobs => expect(jobs).toEqual([]));
    await copying.attach('one', 'other');
    const [job] = await copying.jobs();
    expect(job?.delay).toBeGreaterThan(30);
    gate.open();
    await first;
    expect(emails(copying.connector.rows('one'))).toEqual(['a', 'b']);
  });

  it('leaves its job to another worker within a minute, wherever it is killed, but not during a call', async () => {
    const copying = await openCopying(engine);
    await copying.attach('one');
    await copying.join(['a']);
    const leases: number[] = [];
    const watched = <Service extends object>(service: Service): Service =>
      new Proxy(service, {
        get:
          (of, name) =>
          async (...args: unknown[]) => {
            const jobs = await copying.jobs();
            if (name !== 'hold') leases.push(jobs.find(({ kind }) => kind === 'deliver_signups')?.delay ?? 0);
            return (Reflect.get(of, name) as (...given: unknown[]) => unknown).apply(of, args);
          },
      });
    const [job] = await createOutboxStore(engine.pool).claim({ lanes: [COPIES], leaseSeconds: 120 });
    const copyJob = copySignupsJob.start({
      copies: watched(createCopyStore(engine.pool)),
      connector: watched(copying.connector),
      sealer: { seal: async () => Buffer.alloc(0), open: async sealed => sealed.toString() },
      onCopyFailure: (_, error) => {
        throw error;
      },
    });
    expect(await runJob(copyJob, job as OutboxJob, { remainingMs: () => 60_000 })).toBe('done');
    expect(emails(copying.connector.rows('one'))).toEqual(['a']);
    expect(Math.max(...leases)).toBeLessThanOrEqual(45);
    // Renewing it may take 25 seconds and the call 15.
    expect(Math.min(...leases)).toBeGreaterThan(40);
  });

  it('sends nothing after another worker takes over the job', async () => {
    const copying = await openCopying(engine);
    await copying.attach('one');
    await copying.join(['a']);
    const jobs = await createOutboxStore(engine.pool).claim({ lanes: [COPIES], leaseSeconds: 60 });
    const job = jobs[0] as OutboxJob;
    await engine.pool.query('UPDATE outbox SET attempts = attempts + 1 WHERE id = $1', [job.id]);
    const copyJob = copySignupsJob.start({
      copies: createCopyStore(engine.pool),
      connector: copying.connector,
      sealer: { seal: async () => Buffer.alloc(0), open: async sealed => sealed.toString() },
      onCopyFailure: (_, error) => {
        throw error;
      },
    });
    expect(await runJob(copyJob, job, { remainingMs: () => 60_000 })).toBe('done');
    expect(copying.connector.rows('one')).toEqual([]);
    await copying.hasten();
    await copying.work();
    expect(emails(copying.connector.rows('one'))).toEqual(['a']);
  });
});
