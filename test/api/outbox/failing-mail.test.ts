import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Context } from 'aws-lambda';
import pg from 'pg';
import { disconnectDatabase } from '../../../adapters/postgres/kernel/pool.ts';
import { createSignupStore } from '../../../adapters/postgres/signups/signup-store.ts';
import { digestEmail } from '../../../core/identity/email-digest.ts';
import { MAX_FAILURES } from '../../../core/outbox/retry.ts';
import { createHandler } from '../../../lambdas/worker/handler.ts';
import { signupOf } from '../../engine/engine-fixture.ts';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { type FailingSes, type SesVerdict, startFailingSes } from '../../support/failing-ses.ts';
import { verifies } from '../../support/verifies.ts';
import { WORKER_ENVIRONMENT } from '../../support/workers.ts';

const UNAVAILABLE: SesVerdict = { status: 500, type: 'InternalServiceErrorException' };
const UNVERIFIED = 'Email address is not verified. The following identities failed the check: a@example.com';

/** Temporary errors. */
const PASSING: SesVerdict[] = [UNAVAILABLE, { status: 400, type: 'LimitExceededException' }];

/** There were too many. */
const THROTTLED: SesVerdict[] = [
  { status: 429, type: 'TooManyRequestsException', message: 'Maximum sending rate exceeded.' },
  { status: 429, type: 'TooManyRequestsException', message: 'Daily message quota exceeded.' },
  { status: 400, type: 'ThrottlingException' },
];

/** Errors about our account or sender, until a person fixes them. */
const ABOUT_US: SesVerdict[] = [
  { status: 400, type: 'AccountSuspendedException' },
  { status: 400, type: 'SendingPausedException' },
  { status: 400, type: 'MailFromDomainNotVerifiedException' },
  { status: 404, type: 'NotFoundException', message: 'Configuration set <x> does not exist.' },
  { status: 400, type: 'BadRequestException', message: 'Configuration set <x> does not exist.' },
  { status: 400, type: 'MessageRejected', message: UNVERIFIED },
  { status: 400, type: 'MessageRejected', message: 'Sending suspended for this account.' },
  {
    status: 403,
    type: 'AccessDeniedException',
    message: 'User x is not authorized to perform ses:SendEmail',
  },
];

/** Permanent errors about the message. */
const ABOUT_THE_MESSAGE: SesVerdict[] = [
  { status: 400, type: 'BadRequestException', message: 'Local address contains control or whitespace' },
  { status: 400, type: 'BadRequestException', message: 'Illegal address: suspended.paused@example.com' },
  { status: 400, type: 'MessageRejected', message: 'Message contained invalid content.' },
];
const context = { getRemainingTimeInMillis: () => 60_000 } as Context;

describe('when SES fails', () => {
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
  });
  afterEach(async () => {
    await ses.stop();
    await pool.query('DELETE FROM outbox');
  });
  afterAll(async () => {
    await disconnectDatabase({ DATABASE_URL: database.url });
    await pool.end();
    await database.drop();
  });

  async function join(email: string) {
    await createSignupStore(pool, { attemptsPerMinute: 10, challenged: false }).join(
      waitlistId,
      signupOf(email, { emailDigest: digestEmail(Buffer.alloc(32), email) }),
    );
  }

  async function startWorker(verdict: (to: string, count: number) => SesVerdict) {
    ses = await startFailingSes(verdict);
    const worker = createHandler({
      ...WORKER_ENVIRONMENT,
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: '4',
      DIGEST_KEY: Buffer.alloc(32).toString('base64'),
      AWS_ENDPOINT_URL_SESV2: ses.endpoint,
      LOG_LEVEL: 'SILENT',
    });
    return () => worker({}, context);
  }

  const outbox = async () =>
    (
      await pool.query(
        `SELECT attempts, parked_at IS NOT NULL AS parked, last_error,
                extract(epoch FROM available_at - clock_timestamp())::float8 AS due_in FROM outbox`,
      )
    ).rows;
  const makeDue = () => pool.query('UPDATE outbox SET available_at = now()');

  it.each([...PASSING, ...ABOUT_US])(
    'repeats with longer and longer pauses, then parks the job (%j)',
    async verdict => {
      await join(`repeat-${Math.random()}@example.com`);
      const run = await startWorker(() => verdict);
      let shortest = 10;
      for (let attempt = 1; attempt < MAX_FAILURES; attempt++) {
        await run();
        const [job] = await outbox();
        expect(job).toMatchObject({ attempts: attempt, parked: false, last_error: expect.any(String) });
        expect(job.due_in).toBeGreaterThan(shortest);
        shortest = Math.min(job.due_in, 14_000);
        const asked = ses.asked.length;
        await run();
        expect(ses.asked).toHaveLength(asked);
        await makeDue();
      }
      await run();
      expect(await outbox()).toMatchObject([{ attempts: MAX_FAILURES, parked: true }]);
      await makeDue();
      const asked = ses.asked.length;
      await run();
      expect(ses.asked).toHaveLength(asked);
    },
  );

  /** One more failure would park it. */
  async function joinWithOneTryLeft() {
    await join(`throttled-${randomUUID()}@example.com`);
    await pool.query('UPDATE outbox SET failures = $1', [MAX_FAILURES - 1]);
  }

  it.each(THROTTLED)(
    `sends later what was throttled, which is no failed attempt (%j)${verifies('email.throttled')}`,
    async verdict => {
      await joinWithOneTryLeft();
      const run = await startWorker(() => verdict);
      await run();
      const [job] = await outbox();
      expect(job).toMatchObject({ parked: false, last_error: 'throttled' });
      expect(job.due_in).toBeLessThan(10);
      const { rows } = await pool.query('SELECT failures FROM outbox');
      expect(rows).toEqual([{ failures: MAX_FAILURES - 1 }]);
    },
  );

  it('waits a second when there were too many in one, and asks nothing for a while when a day is used up', async () => {
    const [second, day] = THROTTLED as [SesVerdict, SesVerdict];
    await joinWithOneTryLeft();
    const sends = await startWorker((_, count) => (count === 1 ? second : 'accept'));
    await sends();
    expect([ses.asked.length, await outbox()]).toEqual([2, []]);
    await ses.stop();

    await joinWithOneTryLeft();
    const rests = await startWorker((_, count) => (count === 1 ? day : 'accept'));
    await rests();
    await makeDue();
    await rests();
    expect([ses.asked.length, (await outbox()).length]).toEqual([1, 1]);
  });

  it('sends what it can now, and the rest when SES is back', async () => {
    for (let index = 0; index < 40; index++) await join(`some${index}@example.com`);
    // SES fails for 30% of the recipients, until it is back.
    let back = false;
    const accepted: string[] = [];
    const run = await startWorker(to => {
      if (!back && Number(/\d+/.exec(to)?.[0]) % 10 < 3) return UNAVAILABLE;
      accepted.push(to);
      return 'accept';
    });
    await run();
    expect(accepted).toHaveLength(28);
    expect(await outbox()).toHaveLength(12);
    back = true;
    await makeDue();
    await run();
    expect(await outbox()).toEqual([]);
    expect(new Set(accepted).size).toBe(40);
    expect(accepted).toHaveLength(40);
  });

  it.each(ABOUT_THE_MESSAGE)(
    `does not retry a permanent rejection (%j)${verifies('email.refused-not-repeated')}`,
    async verdict => {
      await join(`refused-${randomUUID()}@example.com`);
      const run = await startWorker(() => verdict);
      await run();
      expect(ses.asked).toHaveLength(1);
      expect(await outbox()).toEqual([]);
    },
  );

  it.each(ABOUT_US)('records the SES error in the row while it refuses us (%j)', async verdict => {
    await join(`kept-${randomUUID()}@example.com`);
    const run = await startWorker(() => verdict);
    await run();
    const type = verdict === 'accept' || verdict === 'lost' ? '' : verdict.type;
    expect(await outbox()).toMatchObject([{ attempts: 1, parked: false, last_error: type }]);
  });

  it('counts retries of an email once for its mailbox', async () => {
    await join('patient@example.com');
    const run = await startWorker((_, count) => (count < 12 ? UNAVAILABLE : 'accept'));
    for (let attempt = 1; attempt <= 12; attempt++) {
      await run();
      await makeDue();
    }
    expect(ses.asked).toHaveLength(12);
    expect(await outbox()).toEqual([]);
  });

  it('drops the email of a waitlist that was deleted meanwhile', async () => {
    await join('deleted@example.com');
    await pool.query('SELECT delete_waitlist(account_id, id) FROM waitlists');
    const run = await startWorker(() => 'accept');
    await run();
    expect(ses.asked).toEqual([]);
    expect(await outbox()).toEqual([]);
  });
});
