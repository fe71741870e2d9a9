import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createSignupStore } from '../../../adapters/postgres/signups/signup-store.ts';
import { signupOf } from '../../engine/engine-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { type FailingSes, type SesVerdict, startFailingSes } from '../../support/failing-ses.ts';
import { verifies } from '../../support/verifies.ts';
import { createWorkers, type Workers } from '../../support/workers.ts';

const KILLS = 8;
const SIGNUPS_PER_ROUND = 20;
const KEY = Buffer.alloc(32, 7);

const upTo = (max: number): number => Math.floor(Math.random() * max);

describe('SES that fails, and a worker that is killed again and again', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let ses: FailingSes;
  let waitlistId: string;
  let verdict: (to: string) => SesVerdict = () => 'accept';
  let workers: Workers;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new pg.Pool({ connectionString: database.url, application_name: 'the test' });
    pool.on('error', () => {});
    const { rows } = await pool.query(
      `WITH account AS (INSERT INTO accounts (email) VALUES ('a@example.com') RETURNING id)
       INSERT INTO waitlists (account_id, slug, name) SELECT id, 'mail', 'Mail' FROM account RETURNING id`,
    );
    waitlistId = rows[0].id;
    ses = await startFailingSes(to => verdict(to));
    workers = createWorkers({
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: '4',
      DIGEST_KEY: KEY.toString('base64'),
      AWS_ENDPOINT_URL_SESV2: ses.endpoint,
      LOG_LEVEL: 'SILENT',
    });
  });
  afterAll(async () => {
    workers?.kill();
    await ses.stop();
    await pool.end();
    await database.drop();
  });

  async function signUp(email: string): Promise<void> {
    const outcome = await createSignupStore(pool, { attemptsPerMinute: 10, challenged: false }).join(
      waitlistId,
      signupOf(email),
    );
    expect(outcome).toMatchObject({ status: 'joined' });
  }

  /** Recipients whose email is still pending. */
  async function owed(): Promise<string[]> {
    const { rows } = await pool.query<{ email: string }>(
      `SELECT c.email FROM outbox o JOIN entries e ON e.id = (o.payload ->> 'entryId')::uuid
       JOIN contacts c ON (c.waitlist_id, c.seq) = (e.waitlist_id, e.seq) WHERE o.parked_at IS NULL`,
    );
    return rows.map(({ email }) => email);
  }

  /** Ends all leases and delays. */
  const makeDue = () => pool.query('UPDATE outbox SET available_at = now() WHERE available_at > now()');

  /** Runs a worker until it dies or no email is pending. */
  async function keepRunning(worker: ChildProcess): Promise<void> {
    const ended = once(worker, 'close');
    while (worker.connected) {
      const ran = once(worker, 'message');
      worker.send('run', () => {});
      const died = await Promise.race([ran.then(() => false), ended.then(() => true)]);
      if (died) return;
      await makeDue();
      if ((await owed()).length === 0 && !dueToDie.has(worker)) return;
    }
    await ended;
  }
  const dueToDie = new Set<ChildProcess>();

  it(`emails every signup, and again only if the crash came after SES accepted it and before that was recorded${verifies('email.survives-crashes')}`, async () => {
    const everybody: string[] = [];
    /** How often SES accepted an email to each recipient. */
    const accepted = new Map<string, number>();
    /** How often SES had accepted it and the worker died before recording that. */
    const unmarked = new Map<string, number>();
    const count = (counts: Map<string, number>, email: string) =>
      counts.set(email, (counts.get(email) ?? 0) + 1);

    let spare = workers.start();
    for (let round = 0; round < KILLS; round++) {
      const worker = await spare;
      spare = workers.start();
      dueToDie.add(worker);
      const takenNow = new Set<string>();
      let untilDeath = 1 + upTo(SIGNUPS_PER_ROUND - 5);
      verdict = to => {
        const dies = --untilDeath === 0;
        if (!dies && Math.random() < 0.3) return { status: 500, type: 'InternalServiceErrorException' };
        count(accepted, to);
        takenNow.add(to);
        // Every other time before the worker gets the response; otherwise at any moment after that.
        if (dies && round % 2 === 0) worker.kill('SIGKILL');
        else if (dies) setTimeout(() => worker.kill('SIGKILL'), Math.random() * 15);
        return 'accept';
      };

      const names = Array.from(
        { length: SIGNUPS_PER_ROUND },
        (_, index) => `round${round}-${index}@example.com`,
      );
      everybody.push(...names);
      await Promise.all([keepRunning(worker), ...names.map(signUp)]);
      expect(worker.signalCode).toBe('SIGKILL');

      // Requests sent to SES and Postgres before it died still arrive.
      await ses.settled();
      await eventually(async () => {
        const { rows } = await pool.query(
          "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'anteroom'",
        );
        expect(rows).toEqual([]);
      });
      const left = new Set(await owed());
      for (const email of takenNow) if (left.has(email)) count(unmarked, email);
      await makeDue();
    }

    // 30% of the remaining sends still fail, but no worker is killed.
    verdict = to => {
      if (Math.random() < 0.3) return { status: 429, type: 'TooManyRequestsException' };
      count(accepted, to);
      return 'accept';
    };
    const last = await spare;
    await keepRunning(last);
    last.disconnect();

    const { rows } = await pool.query('SELECT kind, attempts, parked_at, last_error FROM outbox');
    expect(rows).toEqual([]);
    expect([...accepted.keys()].toSorted()).toEqual(everybody.toSorted());
    const repeats = [...accepted]
      .filter(([, times]) => times > 1)
      .map(([email, times]) => [email, times - 1]);
    expect(repeats.toSorted()).toEqual([...unmarked].toSorted());
    // Every other crash happens there by design.
    expect(unmarked.size).toBeGreaterThanOrEqual(KILLS / 2);
  }, 300_000);
});
