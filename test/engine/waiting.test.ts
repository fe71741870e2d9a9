import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { createSignupStore } from '../../adapters/postgres/signup-store.ts';
import { createWaitingSignups } from '../../adapters/postgres/waiting-signups.ts';
import type { Signup } from '../../core/signups/signup-store.ts';
import { eventually } from '../support/eventually.ts';
import {
  type CallResult,
  callJoin,
  type Engine,
  openEngine,
  STORE_OPTIONS,
  signupOf,
  slugOf,
} from './engine-fixture.ts';

let engine: Engine;
let waitlistId: string;
beforeAll(async () => {
  engine = await openEngine(24);
  // Who knows of a crowd waits to be taken in; others wait for the list itself (lock-wait.test.ts).
  engine.pool.on('acquire', client => void client.query(`SET anteroom.crowded = 'on'`));
});
beforeEach(async () => {
  waitlistId = await engine.createWaitlist({ boost: 3 });
});
afterAll(() => engine.close());

async function query<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await engine.pool.query<Row>(text, values)).rows;
}

/** Whether the backend `$1` waits for a lock of a list, as a count. */
const waits = `SELECT count(*)::integer AS count FROM pg_locks WHERE locktype = 'advisory' AND pid = $1 AND NOT granted`;

const waitingEmails = async (): Promise<string[]> =>
  (
    await query<{ email: string }>('SELECT email FROM waiting_signups WHERE waitlist_id = $1 ORDER BY n', [
      waitlistId,
    ])
  ).map(row => row.email);

/** Takes the lock of the list, as a change of its order does, until `release`. */
async function holdList(): Promise<{ client: pg.PoolClient; release: () => Promise<void> }> {
  const client = await engine.pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT pg_advisory_xact_lock(waitlist_lock_key($1))', [waitlistId]);
  return {
    client,
    release: async () => {
      await client.query('COMMIT');
      client.release();
    },
  };
}

/** Calls of one signup each that all wait for the lock of the list; in the order given. */
async function callWhileHeld(
  signups: readonly Signup[],
  meanwhile?: (client: pg.PoolClient) => Promise<void>,
) {
  const { client, release } = await holdList();
  const calls: Promise<CallResult>[] = [];
  for (const [index, signup] of signups.entries()) {
    calls.push(callJoin(engine.pool, waitlistId, [signup]));
    await eventually(async () => expect(await waitingEmails()).toHaveLength(index + 1));
  }
  await meanwhile?.(client);
  await release();
  return Promise.all(calls);
}

/** How many of them made the entries of the list: each has one time. */
async function transactions(): Promise<number> {
  const [row] = await query<{ count: number }>(
    'SELECT count(DISTINCT created_at)::integer AS count FROM entries WHERE waitlist_id = $1',
    [waitlistId],
  );
  return row?.count ?? 0;
}

const people = (count: number, changes: (index: number) => Partial<Signup> = () => ({})): Signup[] =>
  Array.from({ length: count }, (_, index) => signupOf(waitlistId, `p${index}@x.test`, changes(index)));

describe('signups that wait for a list', () => {
  it('are taken in together, in the order in which they came, each with its own place', async () => {
    const signups = people(8, index => ({ name: `Name ${index}` }));
    const results = await callWhileHeld(signups);
    expect(results).toEqual(
      signups.map(({ referralCode }, index) => ({
        known: true,
        positions: [index + 1],
        codes: [referralCode],
      })),
    );
    const rows = await query<{ email: string; name: string }>(
      `SELECT q.email, q.name FROM queue q WHERE q.waitlist_id = $1 ORDER BY q.seq`,
      [waitlistId],
    );
    expect(rows.map(({ email, name }) => [email, name])).toEqual(
      signups.map(({ email, name }) => [email, name]),
    );
    expect(await transactions()).toBe(1);
    expect(await waitingEmails()).toEqual([]);
    const jobs = await query<{ id: string }>(
      `SELECT payload->>'entryId' AS id FROM outbox WHERE waitlist_id = $1 ORDER BY id`,
      [waitlistId],
    );
    expect(jobs.map(job => job.id).sort()).toEqual(signups.map(signup => signup.entryId).sort());
  });

  it('count for their referrers, one after the other', async () => {
    const first = people(4);
    for (const signup of first) await callJoin(engine.pool, waitlistId, [signup]);
    const last = first[3] as Signup;
    const friends = ['a', 'b', 'c'].map((name, index) =>
      signupOf(waitlistId, `${name}@x.test`, {
        referrerCode: [last.referralCode, 'nobody', last.referralCode][index] as string,
      }),
    );
    await callWhileHeld(friends);
    const rows = await engine.readQueue(waitlistId);
    expect(rows.map(row => row.seq)).toEqual([4, 1, 2, 3, 5, 6, 7]);
    expect(rows[0]).toMatchObject({ id: last.entryId, referral_count: 2 });
    expect(rows.map(row => row.referred_by)).toEqual([
      ...[null, null, null, null],
      ...[last.referralCode, null, last.referralCode],
    ]);
  });

  it('with one email become one entry, and cost nobody a place', async () => {
    const signups = [...people(3), signupOf(waitlistId, 'p1@x.test'), signupOf(waitlistId, 'last@x.test')];
    const results = await callWhileHeld(signups);
    const places = results.map(({ positions }) => positions?.[0]);
    expect(places.filter(place => place === null)).toHaveLength(1);
    expect(places[1] === null || places[3] === null).toBe(true);
    expect(places.filter(place => place !== null).sort()).toEqual([1, 2, 3, 4]);
    expect((await engine.readQueue(waitlistId)).map(row => row.seq)).toEqual([1, 2, 3, 4]);
    expect(await waitingEmails()).toEqual([]);
    expect(await transactions()).toBe(1);
  });

  it('with a code that is taken are told so alone', async () => {
    const holder = signupOf(waitlistId, 'holder@x.test');
    await callJoin(engine.pool, waitlistId, [holder]);
    const signups = people(4, index => (index === 1 ? { referralCode: holder.referralCode } : {}));
    const { release } = await holdList();
    const calls = signups.map(signup => callJoin(engine.pool, waitlistId, [signup]));
    const settled = Promise.allSettled(calls);
    await eventually(async () => expect(await waitingEmails()).toHaveLength(4));
    await release();
    const outcomes = await settled;
    expect(outcomes.map(outcome => outcome.status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(outcomes[1]).toMatchObject({ reason: { code: '23505', constraint: 'entries_referral_code' } });
    expect((await engine.readQueue(waitlistId)).map(row => row.position)).toEqual([1, 2, 3, 4]);

    // The store asks again with another code; what is left of the first call changes nothing.
    const store = createSignupStore(engine.pool, STORE_OPTIONS);
    const again = await store.join(signups[1] as Signup);
    expect(again).toMatchObject({ status: 'joined', position: 5 });
  });

  it('are not held up by what somebody left who broke off, nor by an email that is there', async () => {
    await callJoin(engine.pool, waitlistId, [signupOf(waitlistId, 'there@x.test')]);
    await query(
      `INSERT INTO waiting_signups (waitlist_id, id, email_digest, email, referral_code, arrived_at)
       SELECT $1, gen_random_uuid(), digest, email, email, now() - age FROM (VALUES
         ('there@x.test', $2::bytea, interval '0'), ('broken@x.test', '\\x01', interval '61 seconds')
       ) v (email, digest, age)`,
      [waitlistId, signupOf(waitlistId, 'there@x.test').emailDigest],
    );
    const signups = people(3);
    const { release } = await holdList();
    const calls = signups.map(signup => callJoin(engine.pool, waitlistId, [signup]));
    await eventually(async () => expect(await waitingEmails()).toHaveLength(5));
    await release();
    const places = (await Promise.all(calls)).map(({ positions }) => positions?.[0]);
    expect(places.sort()).toEqual([2, 3, 4]);
    expect(await transactions()).toBe(2);
    expect((await engine.readQueue(waitlistId)).map(row => row.seq)).toEqual([1, 2, 3, 4]);
    expect(await waitingEmails()).toEqual([]);
  });

  it('find that somebody else brought their email meanwhile', async () => {
    const [signup] = people(1) as [Signup];
    const results = await callWhileHeld([signup], async client => {
      await client.query(
        `SELECT admit_batch($1, ARRAY[gen_random_uuid()], ARRAY[$2::bytea], ARRAY['p0@x.test'], ARRAY[NULL], ARRAY['quicker'],
                            ARRAY[NULL], 3, false)`,
        [waitlistId, signup.emailDigest],
      );
    });
    expect(results).toEqual([{ known: true, positions: [null], codes: ['quicker'] }]);
    expect(await waitingEmails()).toEqual([]);
  });

  it('find that the list has been deleted', async () => {
    const results = await callWhileHeld(people(3), async client => {
      await client.query('SELECT delete_waitlist($1, $2, NULL)', [engine.accountId, waitlistId]);
    });
    expect(results.map(({ known }) => known)).toEqual([false, false, false]);
    expect(await waitingEmails()).toEqual([]);
    expect(await engine.readQueue(waitlistId)).toEqual([]);
  });

  it('are not lost with the one whose connection breaks', async () => {
    const { release } = await holdList();
    const doomed = await engine.pool.connect();
    const pid = (await doomed.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
    const broken = expect(
      callJoin(doomed, waitlistId, [signupOf(waitlistId, 'doomed@x.test')]),
    ).rejects.toThrow();
    await eventually(async () => expect(await waitingEmails()).toEqual(['doomed@x.test']));
    await eventually(async () => expect(await query(waits, [pid])).toEqual([{ count: 1 }]));
    const signups = people(3);
    const others = signups.map(signup => callJoin(engine.pool, waitlistId, [signup]));
    await eventually(async () => expect(await waitingEmails()).toHaveLength(4));
    await query('SELECT pg_terminate_backend($1)', [pid]);
    await broken;
    doomed.release(true);
    await release();
    const results = await Promise.all(others);
    // It had posted its form: whether it is in or not, everybody else is, at the place that was answered.
    const rows = await engine.readQueue(waitlistId);
    expect(rows.map(row => row.position)).toEqual(rows.map((_, index) => index + 1));
    expect(results.map(({ positions }) => rows.find(row => row.seq === positions?.[0])?.id)).toEqual(
      signups.map(signup => signup.entryId),
    );
  });

  it('do not wait for one that has the turn and does not go on', async () => {
    const stopped = await engine.pool.connect();
    await stopped.query('SELECT pg_advisory_lock(waitlist_lock_key($1) # 1)', [waitlistId]);
    const signups = people(3);
    const results = await callWhileHeld(signups);
    expect(results.map(({ positions }) => positions?.[0]).sort()).toEqual([1, 2, 3]);
    expect(await transactions()).toBe(1);
    const { rows } = await stopped.query('SELECT pg_advisory_unlock(waitlist_lock_key($1) # 1) AS held', [
      waitlistId,
    ]);
    expect(rows).toEqual([{ held: true }]);
    stopped.release();
  });

  it('give the turn back when they are cancelled, and the next takes everybody in', async () => {
    const client = await engine.pool.connect();
    const cancelled = await engine.pool.connect();
    const { rows } = await cancelled.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const { release } = await holdList();
    const [first, ...others] = people(4) as [Signup, ...Signup[]];
    const failure = callJoin(cancelled, waitlistId, [first]).then(
      () => 'joined',
      (error: Error) => error.message,
    );
    await eventually(async () => expect(await query(waits, [rows[0]?.pid])).toEqual([{ count: 1 }]));
    await client.query('SELECT pg_cancel_backend($1)', [rows[0]?.pid]);
    expect(await failure).toMatch(/canceling statement/);
    const held = await query(`SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND pid = $1`, [
      rows[0]?.pid,
    ]);
    expect(held).toEqual([]);

    const calls = others.map(signup => callJoin(engine.pool, waitlistId, [signup]));
    await eventually(async () => expect(await waitingEmails()).toHaveLength(4));
    await release();
    const results = await Promise.all(calls);
    client.release();
    cancelled.release();
    // Its row was there, so it is in as well: nobody knows whether it was told.
    expect(results.map(({ positions }) => positions?.[0]).sort()).toEqual([2, 3, 4]);
    expect(await transactions()).toBe(1);
  });

  it('that are sent again are told where they stand now', async () => {
    const signups = people(4);
    for (const signup of signups) await callJoin(engine.pool, waitlistId, [signup]);
    const last = signups[3] as Signup;
    const friend = signupOf(waitlistId, 'friend@x.test', { referrerCode: last.referralCode });
    await callJoin(engine.pool, waitlistId, [friend]);
    const [again] = await callWhileHeld([last]);
    expect(again).toEqual({ known: true, positions: [1], codes: [last.referralCode] });
    expect(await waitingEmails()).toEqual([]);
  });

  it('that come while others are being taken in are told the place they were given', async () => {
    const entries = await engine.pool.connect();
    const { release } = await holdList();
    const [leader, second, third] = people(3) as [Signup, Signup, Signup];
    const calls = [callJoin(engine.pool, waitlistId, [leader])];
    const waitingFor = (lock: string, count: number) =>
      eventually(async () =>
        expect(
          await query(`SELECT 1 FROM pg_locks WHERE ${lock} AND NOT granted AND database =
                       (SELECT oid FROM pg_database WHERE datname = current_database())`),
        ).toHaveLength(count),
      );
    await waitingFor(`locktype = 'advisory'`, 1);
    await entries.query('BEGIN');
    await entries.query('LOCK TABLE entries IN ACCESS EXCLUSIVE MODE');
    await release();
    await waitingFor(`relation = 'entries'::regclass`, 1);
    // It has begun, and looks how long the list is. Next is a call that moves the third before the second looks where it is.
    const friends = ['x', 'y'].map(name =>
      signupOf(waitlistId, `${name}@x.test`, { referrerCode: third.referralCode }),
    );
    const moving = callJoin(engine.pool, waitlistId, friends);
    await waitingFor(`locktype = 'advisory'`, 1);
    for (const [index, signup] of [second, third].entries()) {
      calls.push(callJoin(engine.pool, waitlistId, [signup]));
      await waitingFor(`locktype = 'advisory'`, index + 2);
    }
    await entries.query('COMMIT');
    entries.release();
    const results = await Promise.all(calls);
    await moving;
    expect(results.map(({ positions }) => positions)).toEqual([[1], [2], [3]]);
    expect((await engine.readQueue(waitlistId)).map(({ seq }) => seq)).toEqual([3, 1, 2, 4, 5]);
  });

  it('come before an earlier try of the same person that broke off', async () => {
    const { release } = await holdList();
    await query(
      `INSERT INTO waiting_signups (waitlist_id, id, email_digest, email, referral_code)
       VALUES ($1, gen_random_uuid(), $2, 'p0@x.test', 'other')`,
      [waitlistId, people(1)[0]?.emailDigest],
    );
    const [signup] = people(1) as [Signup];
    const call = callJoin(engine.pool, waitlistId, [signup]);
    await eventually(async () => expect(await waitingEmails()).toHaveLength(2));
    await release();
    expect(await call).toEqual({ known: true, positions: [1], codes: [signup.referralCode] });
    expect(await waitingEmails()).toEqual([]);
  });

  it('are taken in whatever the clock did meanwhile', async () => {
    const results = await callWhileHeld(people(1), async () => {
      await query(`UPDATE waiting_signups SET arrived_at = arrived_at - interval '2 minutes'`);
    });
    expect(results[0]?.positions).toEqual([1]);
  });

  it('are looked up one by one, also where a long list is not what the planner expects', async () => {
    await query(
      `INSERT INTO entries (waitlist_id, seq, id, email_digest, referral_code, created_at)
       SELECT CASE WHEN n <= 20000 THEN $1 ELSE gen_random_uuid() END, n, gen_random_uuid(), sha256(int4send(n)), 'c' || n, now()
       FROM generate_series(1, 30000) n`,
      [waitlistId],
    );
    // As in a rush: many wait, and the average list is short.
    await query(
      `INSERT INTO waiting_signups (waitlist_id, id, email_digest, email, referral_code)
       SELECT gen_random_uuid(), gen_random_uuid(), sha256(int4send(n)), 'other' || n, 'c' || n FROM generate_series(1, 2000) n`,
    );
    await query('ANALYZE waiting_signups, entries');
    const client = await engine.pool.connect();
    const [signup] = people(1) as [Signup];
    const [row] = await query<{ n: string }>(
      `INSERT INTO waiting_signups (waitlist_id, id, email_digest, email, referral_code)
       VALUES ($1, $2, $3, $4, $5) RETURNING n`,
      [waitlistId, signup.entryId, signup.emailDigest, signup.email, signup.referralCode],
    );
    await client.query('BEGIN');
    await client.query(`SET LOCAL plan_cache_mode = force_generic_plan; SET LOCAL enable_seqscan = off`);
    const read = async () => {
      const { rows } = await client.query<{ read: number }>(
        `SELECT seq_tup_read::integer + idx_tup_fetch::integer AS read FROM pg_stat_xact_user_tables WHERE relname = 'entries'`,
      );
      return rows[0]?.read ?? 0;
    };
    const before = await read();
    const { rows } = await client.query('SELECT place FROM admit_waiting($1, $2, 0, false)', [
      waitlistId,
      row?.n,
    ]);
    expect(rows).toEqual([{ place: 20_001 }]);
    expect((await read()) - before).toBeLessThan(10);
    await client.query('ROLLBACK');
    client.release();
    await query('DELETE FROM waiting_signups');
  });

  it('go to the database of the account where there is one', async () => {
    await query(
      `WITH attached AS (
         INSERT INTO database_attachments (waitlist_id, db_type, table_name, identity_digest, connection, attached_at, next_seq)
         VALUES ($1, 'postgres', 'signups', '\\x01', '\\x02', now(), 1) RETURNING id)
       UPDATE waitlists SET database_id = (SELECT id FROM attached) WHERE id = $1`,
      [waitlistId],
    );
    await callWhileHeld(people(3));
    const jobs = await query(`SELECT 1 FROM outbox WHERE waitlist_id = $1 AND kind = 'deliver_signups'`, [
      waitlistId,
    ]);
    expect(jobs).toHaveLength(1);
  });

  it('are counted once each by the limiter, and one that waits holds up no other list', async () => {
    const other = await engine.createWaitlist();
    const { release } = await holdList();
    const store = createSignupStore(engine.pool, STORE_OPTIONS);
    const attempt = (list: string, email: string) => {
      const { waitlistId: _, ...entry } = signupOf(list, email);
      return store.attempt({ slug: slugOf(list), addressDigest: Buffer.alloc(32, 1), entry });
    };
    const waits = attempt(waitlistId, 'a@x.test');
    await eventually(async () => expect(await waitingEmails()).toEqual(['a@x.test']));
    expect(await attempt(other, 'b@x.test')).toMatchObject({ status: 'joined', position: 1 });
    await release();
    expect(await waits).toMatchObject({ status: 'joined', position: 1 });
    const [window] = await query<{ hits: string[] }>(
      `SELECT hits FROM rate_windows WHERE position(uuid_send($1::uuid) IN subject) > 0`,
      [waitlistId],
    );
    expect(window?.hits).toHaveLength(1);
  });
});

describe('the sweep', () => {
  it('forgets who has waited for five minutes, and nobody else', async () => {
    await query(
      `INSERT INTO waiting_signups (waitlist_id, id, email_digest, email, referral_code, arrived_at)
       SELECT $1, gen_random_uuid(), '\\x01', email, 'code', now() - age
       FROM (VALUES ('old@x.test', interval '301 seconds'), ('new@x.test', interval '290 seconds')) v (email, age)`,
      [waitlistId],
    );
    await createWaitingSignups(engine.pool).sweep();
    expect(await waitingEmails()).toEqual(['new@x.test']);
    await query('DELETE FROM waiting_signups');
  });
});
