import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Context } from 'aws-lambda';
import pg from 'pg';
import { disconnectDatabase } from '../../../adapters/postgres/kernel/pool.ts';
import { createSignupStore } from '../../../adapters/postgres/signups/signup-store.ts';
import { createHandler } from '../../../lambdas/worker/handler.ts';
import { signupOf } from '../../engine/engine-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { type FailingSes, startFailingSes } from '../../support/failing-ses.ts';
import { verifies } from '../../support/verifies.ts';
import { WORKER_ENVIRONMENT } from '../../support/workers.ts';

const EMAILS = 800;
const KEY = Buffer.alloc(32, 7);
const context = { getRemainingTimeInMillis: () => 60_000 } as Context;

describe('confirmation emails of a busy queue', () => {
  let database: TestDatabase;
  let pool: pg.Pool;
  let ses: FailingSes;
  let waitlistId: string;

  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new pg.Pool({ connectionString: database.url });
    pool.on('error', () => {});
    const { rows } = await pool.query(
      `WITH account AS (INSERT INTO accounts (email) VALUES ('a@example.com') RETURNING id)
       INSERT INTO waitlists (account_id, slug, name) SELECT id, 'mail', 'Mail' FROM account RETURNING id`,
    );
    waitlistId = rows[0].id;
    ses = await startFailingSes(() => 'accept');
  });
  afterAll(async () => {
    await disconnectDatabase({ DATABASE_URL: database.url });
    await ses.stop();
    await pool.end();
    await database.drop();
  });

  async function joinAll(): Promise<void> {
    // Its own, closed at the end: then its transactions are counted already.
    const others = new pg.Pool({ connectionString: database.url });
    const signups = createSignupStore(others, { attemptsPerMinute: 10, challenged: false });
    for (let index = 0; index < EMAILS; index++) {
      const email = `busy${index}@example.com`;
      await signups.join(waitlistId, signupOf(email));
    }
    await others.end();
  }

  const transactions = async (): Promise<number> => {
    const { rows } = await pool.query(
      `SELECT (xact_commit + xact_rollback)::integer AS n FROM pg_stat_database WHERE datname = current_database()`,
    );
    return rows[0].n;
  };

  it(`cost at most a transaction for ten, and are each sent and noted once${verifies('email.batches')}`, async () => {
    await joinAll();
    const worker = createHandler({
      ...WORKER_ENVIRONMENT,
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: '1',
      DIGEST_KEY: KEY.toString('base64'),
      AWS_ENDPOINT_URL_SESV2: ses.endpoint,
      LOG_LEVEL: 'SILENT',
    });
    const before = await transactions();
    await worker({ Records: [] }, context);
    // A connection reports its transactions when it closes, at the latest.
    await disconnectDatabase({ DATABASE_URL: database.url });
    const made = (await transactions()) - before;

    expect(new Set(ses.asked).size).toBe(EMAILS);
    const { rows } = await pool.query(
      `SELECT count(*)::integer AS n, count(DISTINCT seq)::integer AS people FROM sent_emails WHERE kind = 'confirmation'`,
    );
    expect(rows).toEqual([{ n: EMAILS, people: EMAILS }]);
    const { rows: left } = await pool.query("SELECT FROM outbox WHERE kind = 'confirmation_email'");
    expect(left).toEqual([]);
    expect(made).toBeLessThanOrEqual(EMAILS / 10);
  });
});
