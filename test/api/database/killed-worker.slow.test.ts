import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { createDatabaseStore } from '../../../adapters/postgres/customer-database/database-store.ts';
import { digestIdentity } from '../../../core/customer-database/database.ts';
import { createHandler as createConnector } from '../../../lambdas/database-connector/handler.ts';
import { connectorFrom } from '../../../lambdas/services/connector.ts';
import { createSealer } from '../../../lambdas/services/sealer.ts';
import { startLambda } from '../../../local/stand-ins/lambda.ts';
import type { StandIn } from '../../../local/stand-ins/stand-in.ts';
import { type CustomerDatabase, openPostgresDatabase } from '../../connector/customer-database.ts';
import { callJoin, codeFor, type Engine, openEngine, signupOf } from '../../engine/engine-fixture.ts';
import { type FailingSes, startFailingSes } from '../../support/failing-ses.ts';
import { verifies } from '../../support/verifies.ts';
import { createWorkers, type Workers } from '../../support/workers.ts';
import { rowsOf } from './storage-fixture.ts';

const PASSWORD = 'never-0n-a-screen';
const KILLS = 20;
const SIGNUPS_PER_ROUND = 15;
const CONNECTOR = 'database-connector';
const SEAL_KEY = Buffer.alloc(32, 9).toString('base64');
const TABLE = 'waitlist_crashes';

describe('a worker that is killed at random moments', () => {
  let engine: Engine;
  let customer: CustomerDatabase;
  let ses: FailingSes;
  let lambda: StandIn;
  let waitlistId: string;
  /** Called before and after each call of the connector. */
  let moment: () => void = () => {};
  let under = 0;
  let workers: Workers;

  beforeAll(async () => {
    [engine, customer, ses] = await Promise.all([
      openEngine(),
      openPostgresDatabase(),
      startFailingSes(() => 'accept'),
    ]);
    waitlistId = await engine.createWaitlist({ boost: 3 });
    const connector = createConnector({ LOG_LEVEL: 'SILENT', ALLOW_LOOPBACK_DATABASES: 'true' });
    lambda = await startLambda({
      [CONNECTOR]: async payload => {
        under++;
        try {
          moment();
          const answer = await connector(payload);
          moment();
          return answer;
        } finally {
          under--;
        }
      },
    });
    const { connectionString } = (engine.pool as pg.Pool & { options: pg.PoolConfig }).options;
    workers = createWorkers({
      ...settings(),
      DATABASE_URL: connectionString ?? '',
      DATABASE_POOL_SIZE: '4',
      DIGEST_KEY: SEAL_KEY,
      AWS_ENDPOINT_URL_SESV2: ses.endpoint,
      LOG_LEVEL: 'DEBUG',
    });
  });
  afterAll(async () => {
    workers?.kill();
    await lambda.stop();
    await ses.stop();
    await engine.close();
    await customer.drop();
  });

  const settings = () => ({
    AWS_REGION: 'us-east-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_LAMBDA: lambda.endpoint,
    CONNECTOR_FUNCTION_NAME: CONNECTOR,
    WEBHOOK_SENDER_FUNCTION_NAME: 'unused',
    SEAL_KEY,
  });

  async function attach(): Promise<void> {
    const connectionString = await customer.user(PASSWORD, 'CREATE, USAGE ON SCHEMA public');
    const target = { dbType: 'postgres', connectionString, tableName: TABLE } as const;
    const { identity } = await connectorFrom(settings()).prepare(target);
    const connection = await createSealer(settings()).seal(connectionString, {
      waitlistId,
      purpose: 'database',
    });
    await createDatabaseStore(engine.pool).attach(engine.accountId, waitlistId, {
      ...target,
      identityDigest: digestIdentity(waitlistId, identity),
      connection,
    });
  }

  /** Ends all leases and delays. */
  const makeDue = () => engine.pool.query('UPDATE outbox SET available_at = now()');

  /** Runs a worker until it dies or nothing is left to do. */
  async function run(worker: ChildProcess, mortal: boolean): Promise<void> {
    const ended = once(worker, 'close').then(() => true);
    while (worker.connected) {
      const ran = once(worker, 'message').then(() => false);
      worker.send('run', () => {});
      if (await Promise.race([ran, ended])) return;
      await makeDue();
      const { rows } = await engine.pool.query('SELECT 1 FROM outbox LIMIT 1');
      if (rows.length > 0) continue;
      // It finished before it could be killed.
      if (mortal) worker.kill('SIGKILL');
      else return;
    }
    await ended;
  }

  it(`delivers and emails every signup once, and logs no password${verifies('database.delivered-when-back-in-order-once', 'database.password-not-in-logs')}`, async () => {
    await attach();
    const emails: string[] = [];
    let atTheConnector = 0;
    let spare = workers.start();
    for (let round = 0; round < KILLS; round++) {
      const worker = await spare;
      spare = workers.start();
      // Before or after one of its next calls of the connector, or a moment later. A worker that finds the whole round
      // makes two calls, with two moments each: the fifth may not come, so how often it is waited for is not left to chance.
      let calls = 1 + (round % 5);
      moment = () => {
        if (--calls !== 0) return;
        atTheConnector++;
        if (round % 2 === 0) worker.kill('SIGKILL');
        else setTimeout(() => worker.kill('SIGKILL'), Math.random() * 30);
      };
      const joining = Array.from({ length: SIGNUPS_PER_ROUND }, async (_, index) => {
        const email = `r${round}v${index}@x.test`;
        emails.push(email);
        const signup = signupOf(email, {
          referralCode: codeFor(email),
          referrerCode: index % 4 === 3 ? codeFor(`r${Math.max(0, round - 1)}v${index}@x.test`) : null,
        });
        await callJoin(engine.pool, waitlistId, [signup]);
      });
      await Promise.all([run(worker, true), ...joining]);
      expect(worker.signalCode).toBe('SIGKILL');
      await makeDue();
    }
    moment = () => {};
    const last = await spare;
    await run(last, false);
    last.disconnect();
    expect(under).toBe(0);
    expect(atTheConnector).toBeGreaterThan(KILLS / 2);

    const ledger = await engine.readQueue(waitlistId);
    const delivered = await rowsOf(customer, TABLE);
    // The id is the table's primary key, so no row is there twice.
    expect(delivered.map(({ id, position }) => `${id} ${position}`).sort()).toEqual(
      ledger.map(({ id, position }) => `${id} ${position}`).sort(),
    );
    expect(delivered.map(({ email }) => email).sort()).toEqual([...emails].sort());
    expect([...new Set(ses.asked)].sort()).toEqual([...emails].sort());
    // No two workers ran at a time, and one sends at most 20 emails at a time.
    expect(ses.asked.length - emails.length).toBeLessThanOrEqual(KILLS * 20);
    expect((await engine.pool.query('SELECT email FROM contacts')).rows).toEqual([]);
    const { rows } = await engine.pool.query('SELECT kind, last_error FROM outbox');
    expect(rows).toEqual([]);

    expect(workers.output()).toContain('outbox run');
    expect(workers.output()).not.toContain(PASSWORD);
  }, 240_000);
});
