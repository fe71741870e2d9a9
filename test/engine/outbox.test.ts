import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createOutboxStore } from '../../adapters/postgres/outbox/outbox-store.ts';
import type { JobFate, OutboxClaim, OutboxJob, OutboxStore } from '../../core/outbox/outbox-store.ts';
import { verifies } from '../support/verifies.ts';
import { shareEngine } from './engine-fixture.ts';

const WAITLIST = randomUUID();
const engine = shareEngine();
let outbox: OutboxStore;
beforeAll(async () => {
  outbox = createOutboxStore(engine.pool);
});
beforeEach(() => engine.pool.query('TRUNCATE outbox'));

const add = (count: number) =>
  engine.pool.query(
    `INSERT INTO outbox (kind, waitlist_id, payload)
     SELECT 'test', $1, jsonb_build_object('n', n) FROM generate_series(1, $2::integer) n`,
    [WAITLIST, count],
  );
/** Makes every lease and delay expire now. */
const passTime = () => engine.pool.query("UPDATE outbox SET available_at = now() - interval '1 second'");

const claim = (room: number, perAccount: number | null = null) =>
  outbox.claim({ lanes: [{ lane: 'test', room, perAccount }], leaseSeconds: 60 });

async function claimOne(): Promise<OutboxJob> {
  const [job] = await claim(1);
  if (!job) throw new Error('nothing to claim');
  return job;
}

const end = (claim: OutboxClaim, fate: JobFate) =>
  outbox.end([{ id: claim.id, attempts: claim.attempts, ...fate }]);
const DONE: JobFate = { fate: 'done' };
const PARKED: JobFate = { fate: 'parked', reason: 'no' };

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
      { lane: 'mail', room: 3, perAccount: null },
      { lane: 'test', room: 5, perAccount: null },
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
    await end(failed, { fate: 'retried', delaySeconds: 100, reason: 'unavailable' });
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

    const late: JobFate = { fate: 'retried', delaySeconds: 0, reason: 'late' };
    for (const fate of [DONE, late, { fate: 'more' }, PARKED] satisfies JobFate[])
      expect(await end(lost, fate)).toBe(0);
    expect(await claim(5)).toEqual([]);
    expect(await end(held, DONE)).toBe(1);
  });

  it('stays invalid after the job is parked or retried', async () => {
    await add(2);
    const [one, two] = [await claimOne(), await claimOne()];
    expect(await end(one, PARKED)).toBe(1);
    expect(await end(one, DONE)).toBe(0);
    expect(await end(two, { fate: 'more' })).toBe(1);
    expect(await end(two, DONE)).toBe(0);
    expect(await claimOne()).toMatchObject({ kind: 'test', payload: two.payload, attempts: 1 });
  });
});

describe('the outbox', () => {
  it('removes completed jobs', async () => {
    await add(3);
    const jobs = await claim(2);
    expect(await outbox.end(jobs.map(({ id, attempts }) => ({ id, attempts, ...DONE })))).toBe(2);
    expect(await outbox.end([])).toBe(0);
    const { rows } = await engine.pool.query('SELECT 1 FROM outbox');
    expect(rows).toHaveLength(1);
  });

  it('retries a job after the delay, and keeps the error until then', async () => {
    await add(1);
    const job = await claimOne();
    expect(await end(job, { fate: 'retried', delaySeconds: 100, reason: 'SES is away' })).toBe(1);
    expect(await claim(1)).toEqual([]);
    const { rows } = await engine.pool.query('SELECT last_error FROM outbox');
    expect(rows).toEqual([{ last_error: 'SES is away' }]);
    await passTime();
    expect(await claimOne()).toMatchObject({ attempts: 2, failures: 1 });
  });

  it('counts no failure where a job had to wait', async () => {
    await add(1);
    await end(await claimOne(), { fate: 'postponed', delaySeconds: 0, reason: 'throttled' });
    expect(await claimOne()).toMatchObject({ attempts: 2, failures: 0 });
  });

  it('saves different results of several jobs at once', async () => {
    await add(5);
    const claims = await claim(5);
    const fates: JobFate[] = [
      DONE,
      { fate: 'more' },
      { fate: 'postponed', delaySeconds: 100, reason: 'later' },
      { fate: 'retried', delaySeconds: 100, reason: 'broken' },
      PARKED,
    ];
    const ends = claims.map(({ id, attempts }, index) => ({ id, attempts, ...(fates[index] ?? DONE) }));
    // A claim that was lost changes nothing, and the others are saved.
    expect(await outbox.end([...ends, { id: claims[0]?.id ?? '', attempts: 9, ...PARKED }])).toBe(5);
    const { rows } = await engine.pool.query(
      `SELECT (payload ->> 'n')::integer AS n, attempts, failures, parked_at IS NOT NULL AS parked, last_error AS error,
              available_at > now() + interval '90 seconds' AS waits FROM outbox ORDER BY n`,
    );
    expect(rows).toEqual([
      { n: 2, attempts: 0, failures: 0, parked: false, error: null, waits: false },
      { n: 3, attempts: 1, failures: 0, parked: false, error: 'later', waits: true },
      { n: 4, attempts: 1, failures: 1, parked: false, error: 'broken', waits: true },
      { n: 5, attempts: 1, failures: 0, parked: true, error: 'no', waits: false },
    ]);
  });

  it('moves a job to another lane, due at once and with its age', async () => {
    await add(1);
    const job = await claimOne();
    expect(await end(job, { fate: 'moved', lane: 'elsewhere' })).toBe(1);
    expect(await claim(1)).toEqual([]);
    const [moved] = await outbox.claim({
      lanes: [{ lane: 'elsewhere', room: 1, perAccount: null }],
      leaseSeconds: 60,
    });
    expect(moved).toMatchObject({
      id: job.id,
      kind: 'test',
      lane: 'elsewhere',
      failures: 0,
      createdAt: job.createdAt,
    });
  });

  it('adopts the jobs that an older release moved, and drops one whose person waits for the same email', async () => {
    const [ada, eve] = [randomUUID(), randomUUID()];
    const addOf = (kind: string, payload: object) =>
      engine.pool.query(
        `INSERT INTO outbox (kind, waitlist_id, payload, created_at) VALUES ($1, $2, $3, '2026-01-01')`,
        [kind, WAITLIST, payload],
      );
    await addOf('moved_up', { entryId: ada });
    await addOf('moved_up_outside', { entryId: ada });
    await addOf('moved_up_outside', { entryId: eve });
    await addOf('invitation_email_outside', { invitationId: ada });
    await outbox.adoptMoved();
    const { rows } = await engine.pool.query(
      `SELECT kind, lane, payload FROM outbox WHERE created_at = '2026-01-01' ORDER BY kind, lane NULLS FIRST`,
    );
    expect(rows).toEqual([
      { kind: 'invitation_email', lane: 'outside_addresses', payload: { invitationId: ada } },
      { kind: 'moved_up', lane: null, payload: { entryId: ada } },
      { kind: 'moved_up', lane: 'outside_addresses', payload: { entryId: eve } },
    ]);
  });

  it('sets a parked job aside and counts it', async () => {
    await add(1);
    await end(await claimOne(), PARKED);
    await passTime();
    expect(await claim(1)).toEqual([]);
    expect(await outbox.backlog()).toEqual({ parked: 1, overdueSeconds: 0 });
  });

  it(`tries a parked job again after a day, and parks it again if it fails${verifies('webhooks.parked')}`, async () => {
    await add(1);
    await engine.pool.query('UPDATE outbox SET failures = 15');
    await end(await claimOne(), PARKED);
    await outbox.retryParked();
    expect(await claim(1)).toEqual([]);
    await engine.pool.query(`UPDATE outbox SET parked_at = now() - interval '1 day'`);
    await outbox.retryParked();
    const again = await claimOne();
    expect(again.failures).toBe(15);
    await end(again, PARKED);
    await outbox.retryParked();
    expect(await outbox.backlog()).toMatchObject({ parked: 1 });
    await engine.pool.query(`UPDATE outbox SET parked_at = now() - interval '1 day'`);
    await outbox.retryParked();
    expect(await end(await claimOne(), DONE)).toBe(1);
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
