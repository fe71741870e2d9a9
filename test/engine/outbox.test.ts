import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createOutboxStore } from '../../adapters/postgres/outbox-store.ts';
import type { OutboxJob, OutboxStore } from '../../core/outbox/outbox-store.ts';
import { type Engine, openEngine } from './engine-fixture.ts';

const WAITLIST = randomUUID();
let engine: Engine;
let outbox: OutboxStore;
beforeAll(async () => {
  engine = await openEngine();
  outbox = createOutboxStore(engine.pool);
});
beforeEach(() => engine.pool.query('TRUNCATE outbox'));
afterAll(() => engine.close());

const add = (count: number) =>
  engine.pool.query(
    `INSERT INTO outbox (kind, waitlist_id, payload)
     SELECT 'test', $1, jsonb_build_object('n', n) FROM generate_series(1, $2::integer) n`,
    [WAITLIST, count],
  );
/** Makes every lease and delay expire now. */
const passTime = () => engine.pool.query("UPDATE outbox SET available_at = now() - interval '1 second'");

const claim = (room: number, perAccount: number | null = null) =>
  outbox.claim({ lanes: [{ kind: 'test', room, perAccount }], leaseSeconds: 60 });

async function claimOne(): Promise<OutboxJob> {
  const [job] = await claim(1);
  if (!job) throw new Error('nothing to claim');
  return job;
}

describe('claim', () => {
  it('gives each job to exactly one of many concurrent workers', async () => {
    await add(300);
    const worker = async (): Promise<string[]> => {
      const ids: string[] = [];
      while (true) {
        const jobs = await claim(7);
        if (jobs.length === 0) return ids;
        ids.push(...jobs.map(job => job.id));
      }
    };
    const claimed = (await Promise.all(Array.from({ length: 12 }, worker))).flat();
    // SKIP LOCKED may show a worker nothing while others hold the rest, but a job is never lost or shared.
    expect(new Set(claimed).size).toBe(claimed.length);
    expect(claimed).toHaveLength(300);
  });

  it('returns what each job needs, the longest overdue first', async () => {
    await add(2);
    await engine.pool.query(
      "UPDATE outbox SET available_at = now() - interval '1 hour' WHERE payload->>'n' = '2'",
    );
    expect(await claimOne()).toMatchObject({
      kind: 'test',
      waitlistId: WAITLIST,
      payload: { n: 2 },
      attempts: 1,
    });
  });

  it('returns a job again only after its lease expires', async () => {
    await add(1);
    const lost = await claimOne();
    expect(await claim(5)).toEqual([]);
    await passTime();
    expect(await claimOne()).toMatchObject({ id: lost.id, attempts: 2 });
  });
});

describe('the lanes of the outbox', () => {
  const [NOISY, QUIET] = [randomUUID(), randomUUID()];
  const addFor = (turn: string, count: number, kind = 'test') =>
    engine.pool.query(
      `INSERT INTO outbox (kind, turn, waitlist_id, payload)
       SELECT $1, $2::uuid, $3, jsonb_build_object('account', $2::uuid) FROM generate_series(1, $4::integer)`,
      [kind, turn, WAITLIST, count],
    );
  const accountsOf = (jobs: readonly OutboxJob[]) =>
    jobs
      .map(({ payload }) => ((payload as { account: string }).account === NOISY ? 'noisy' : 'quiet'))
      .sort();

  it('are claimed apart: a kind with room never waits behind another', async () => {
    await addFor(NOISY, 1_000, 'mail');
    await addFor(QUIET, 2);
    expect(accountsOf(await claim(5))).toEqual(['quiet', 'quiet']);
    const lanes = [
      { kind: 'mail', room: 3, perAccount: null },
      { kind: 'test', room: 5, perAccount: null },
    ];
    expect(accountsOf(await outbox.claim({ lanes, leaseSeconds: 60 }))).toEqual(['noisy', 'noisy', 'noisy']);
  });

  it('give accounts turns, so a long queue of one does not delay another', async () => {
    await addFor(NOISY, 1_000);
    await addFor(QUIET, 2);
    expect(accountsOf(await claim(4))).toEqual(['noisy', 'noisy', 'quiet', 'quiet']);
    expect(accountsOf(await claim(3))).toEqual(['noisy', 'noisy', 'noisy']);
  });

  it('hold a few jobs of an account at a time, until they end or their leases do', async () => {
    await addFor(NOISY, 10);
    await addFor(QUIET, 1);
    const held = await claim(20, 2);
    expect(accountsOf(held)).toEqual(['noisy', 'noisy', 'quiet']);
    expect(await claim(20, 2)).toEqual([]);
    // A job that waits after a failure is not in progress.
    const failed = held.find(
      ({ payload }) => (payload as { account: string }).account === NOISY,
    ) as OutboxJob;
    await outbox.retry(failed, { delaySeconds: 100, error: 'unavailable' });
    expect(accountsOf(await claim(20, 2))).toEqual(['noisy']);
    await passTime();
    expect(accountsOf(await claim(20, 2))).toEqual(['noisy', 'noisy', 'quiet']);
  });
});

describe('a claim that was taken over', () => {
  it('cannot complete, release, retry, or park the job', async () => {
    await add(1);
    const lost = await claimOne();
    await passTime();
    const held = await claimOne();

    expect(await outbox.complete([lost])).toBe(0);
    expect(await outbox.retry(lost, { delaySeconds: 0, error: 'late' })).toBe(false);
    expect(await outbox.again(lost)).toBe(false);
    expect(await outbox.park(lost, 'late')).toBe(false);
    expect(await claim(5)).toEqual([]);
    expect(await outbox.complete([held])).toBe(1);
  });

  it('stays invalid after the job is parked or retried', async () => {
    await add(2);
    const [one, two] = [await claimOne(), await claimOne()];
    expect(await outbox.park(one, 'no')).toBe(true);
    expect(await outbox.complete([one])).toBe(0);
    expect(await outbox.again(two)).toBe(true);
    expect(await outbox.complete([two])).toBe(0);
    expect(await claimOne()).toMatchObject({ kind: 'test', payload: two.payload, attempts: 1 });
  });
});

describe('the outbox', () => {
  it('removes completed jobs', async () => {
    await add(3);
    const jobs = await claim(2);
    expect(await outbox.complete(jobs)).toBe(2);
    expect(await outbox.complete([])).toBe(0);
    const { rows } = await engine.pool.query('SELECT 1 FROM outbox');
    expect(rows).toHaveLength(1);
  });

  it('retries a job after the delay, and keeps the error until then', async () => {
    await add(1);
    const job = await claimOne();
    expect(await outbox.retry(job, { delaySeconds: 100, error: 'SES is away' })).toBe(true);
    expect(await claim(1)).toEqual([]);
    const { rows } = await engine.pool.query('SELECT last_error FROM outbox');
    expect(rows).toEqual([{ last_error: 'SES is away' }]);
    await passTime();
    expect((await claimOne()).attempts).toBe(2);
  });

  it('sets a parked job aside and counts it', async () => {
    await add(1);
    await outbox.park(await claimOne(), 'never');
    await passTime();
    expect(await claim(1)).toEqual([]);
    expect(await outbox.backlog()).toEqual({ parked: 1, overdueSeconds: 0 });
  });

  it('reports in its backlog how long the oldest due job has been due', async () => {
    expect(await outbox.backlog()).toEqual({ parked: 0, overdueSeconds: 0 });
    await add(2);
    await engine.pool.query(`UPDATE outbox SET available_at = now() - interval '1 hour'
                             WHERE id = (SELECT min(id) FROM outbox)`);
    const { parked, overdueSeconds } = await outbox.backlog();
    expect(parked).toBe(0);
    expect(overdueSeconds).toBeGreaterThanOrEqual(3_600);
    expect(overdueSeconds).toBeLessThan(7_200);
    await claim(2);
    expect((await outbox.backlog()).overdueSeconds).toBe(0);
  });
});
