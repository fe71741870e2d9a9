import { beforeEach, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import type { NewSignup } from '../../core/signups/signup-store.ts';
import { eventually } from '../support/eventually.ts';
import { callJoin, shareEngine, signupOf } from './engine-fixture.ts';

const engine = shareEngine();
let waitlistId: string;
beforeEach(async () => {
  waitlistId = await engine.createWaitlist({ boost: 3 });
});

/** The ids of entries with an email to send. */
async function jobs(): Promise<string[]> {
  const { rows } = await engine.pool.query<{ id: string }>(
    `SELECT payload->>'entryId' AS id FROM outbox WHERE waitlist_id = $1 AND kind = 'confirmation_email' ORDER BY id`,
    [waitlistId],
  );
  return rows.map(({ id }) => id);
}

/** The number of calls waiting for a waitlist. */
async function waiters(): Promise<number> {
  const { rows } = await engine.pool.query(
    `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
  );
  return rows.length;
}

/** Runs `work` while another transaction locks the waitlist, as a reorder does, then releases it. */
async function whileHeld(work: (holder: pg.ClientBase) => Promise<void>): Promise<void> {
  const holder = await engine.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT pg_advisory_xact_lock(waitlist_lock_key($1))', [waitlistId]);
    await work(holder);
    await holder.query('COMMIT');
  } finally {
    holder.release(true);
  }
}

const person = (name: string, changes: Partial<NewSignup> = {}): NewSignup =>
  signupOf(`${name}@x.test`, changes);

describe('a signup that waits for the lock on its waitlist', () => {
  it('gets the next place in order of arrival, with one email to send', async () => {
    const first = person('a');
    await callJoin(engine.pool, waitlistId, [first]);
    const others = ['b', 'c', 'd'].map(name => person(name, { referrerCode: first.referralCode }));
    const calls: Promise<unknown>[] = [];
    await whileHeld(async () => {
      for (const [index, signup] of others.entries()) {
        calls.push(callJoin(engine.pool, waitlistId, [signup]));
        await eventually(async () => expect(await waiters()).toBe(index + 1));
      }
    });
    expect(await Promise.all(calls)).toEqual(
      others.map(({ referralCode }, index) => ({
        known: true,
        positions: [index + 2],
        codes: [referralCode],
      })),
    );
    const queue = await engine.readQueue(waitlistId);
    expect(queue.map(({ id }) => id)).toEqual([first, ...others].map(({ entryId }) => entryId));
    expect(queue[0]?.referral_count).toBe(3);
    expect(await jobs()).toEqual([first, ...others].map(({ entryId }) => entryId).sort());
  });

  it('is a duplicate if the same email got there first, and leaves nothing', async () => {
    const [quicker, slower] = [person('a'), person('a')];
    const calls: Promise<unknown>[] = [];
    await whileHeld(async () => {
      for (const [index, signup] of [quicker, slower].entries()) {
        calls.push(callJoin(engine.pool, waitlistId, [signup]));
        await eventually(async () => expect(await waiters()).toBe(index + 1));
      }
    });
    expect(await Promise.all(calls)).toEqual([
      { known: true, positions: [1], codes: [quicker.referralCode] },
      { known: true, positions: [null], codes: [null] },
    ]);
    expect(await jobs()).toEqual([quicker.entryId]);
  });

  it('counts once when sent twice at the same time, and both calls get its place', async () => {
    const signup = person('a');
    const calls: Promise<unknown>[] = [];
    await whileHeld(async () => {
      for (const count of [1, 2]) {
        calls.push(callJoin(engine.pool, waitlistId, [signup]));
        await eventually(async () => expect(await waiters()).toBe(count));
      }
    });
    const told = { known: true, positions: [1], codes: [signup.referralCode] };
    expect(await Promise.all(calls)).toEqual([told, told]);
    expect(await jobs()).toEqual([signup.entryId]);
  });

  it('finds that the waitlist has been deleted, and leaves nothing', async () => {
    let call: Promise<unknown> | undefined;
    await whileHeld(async holder => {
      call = callJoin(engine.pool, waitlistId, [person('a')]);
      await eventually(async () => expect(await waiters()).toBe(1));
      await holder.query('SELECT delete_waitlist($1, $2)', [engine.accountId, waitlistId]);
    });
    expect(await call).toEqual({ known: false, positions: null, codes: null });
    expect(await jobs()).toEqual([]);
    const { rows } = await engine.pool.query('SELECT 1 FROM entries WHERE waitlist_id = $1', [waitlistId]);
    expect(rows).toEqual([]);
  });

  it('is new if its email was erased in the meantime', async () => {
    const before = person('a');
    await callJoin(engine.pool, waitlistId, [before]);
    const again = person('a');
    let call: Promise<unknown> | undefined;
    await whileHeld(async holder => {
      call = callJoin(engine.pool, waitlistId, [again]);
      await eventually(async () => expect(await waiters()).toBe(1));
      await holder.query('SELECT erase_entry($1, $2, $3)', [engine.accountId, waitlistId, before.entryId]);
    });
    expect(await call).toEqual({ known: true, positions: [2], codes: [again.referralCode] });
    // The job of the erased entry will find nobody to write to.
    expect(await jobs()).toEqual([before.entryId, again.entryId].sort());
  });

  it('leaves nothing when it is canceled', async () => {
    const client = await engine.pool.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    let failure: Promise<string> | undefined;
    await whileHeld(async () => {
      failure = callJoin(client, waitlistId, [person('a')]).then(
        () => 'joined',
        (error: Error) => error.message,
      );
      await eventually(async () => expect(await waiters()).toBe(1));
      await engine.pool.query('SELECT pg_cancel_backend($1)', [rows[0]?.pid]);
      expect(await failure).toMatch(/canceling statement/);
    });
    client.release();
    expect(await jobs()).toEqual([]);
    expect(await engine.readQueue(waitlistId)).toEqual([]);
  });
});
