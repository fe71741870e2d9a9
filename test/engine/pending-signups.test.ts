import { beforeAll, describe, expect, it } from '@jest/globals';
import { createPendingStore } from '../../adapters/postgres/signups/pending-store.ts';
import { createSignupStore } from '../../adapters/postgres/signups/signup-store.ts';
import type { PendingStore } from '../../core/signups/pending-store.ts';
import type { NewSignup } from '../../core/signups/signup-store.ts';
import { verifies } from '../support/verifies.ts';
import { STORE_OPTIONS, shareEngine, signupOf } from './engine-fixture.ts';

const engine = shareEngine();
let pending: PendingStore;
beforeAll(async () => {
  pending = createPendingStore(engine.pool);
});

async function add(waitlistId: string, email: string): Promise<NewSignup> {
  const signup = signupOf(email);
  expect(await pending.add(waitlistId, signup)).toBe(true);
  return signup;
}

const onList = (entryId: string) => ({ status: 'on_list', entryId });

describe('a pending signup', () => {
  it('is stored with its job, or not at all', async () => {
    const waitlistId = await engine.createWaitlist();
    const { entryId } = await add(waitlistId, 'a@x.test');
    const jobs = 'SELECT kind, turn, payload FROM outbox WHERE waitlist_id = $1';
    expect((await engine.pool.query(jobs, [waitlistId])).rows).toEqual([
      { kind: 'confirm_address', turn: engine.accountId, payload: { pendingId: entryId } },
    ]);
    await engine.pool.query('SELECT delete_waitlist($1, $2)', [engine.accountId, waitlistId]);
    expect(await pending.add(waitlistId, signupOf('b@x.test'))).toBe(false);
    const { rows } = await engine.pool.query('SELECT id FROM pending_signups WHERE waitlist_id = $1', [
      waitlistId,
    ]);
    expect(rows).toEqual([{ id: entryId }]);
  });

  it('makes the deletion of its waitlist wait, so that none is left behind', async () => {
    const waitlistId = await engine.createWaitlist();
    const client = await engine.pool.connect();
    try {
      await client.query('BEGIN');
      await createPendingStore(client as never).add(waitlistId, signupOf('a@x.test'));
      const deleting = engine.pool.query('SELECT delete_waitlist($1, $2)', [engine.accountId, waitlistId]);
      const blocked = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%delete_waitlist%'
                       AND datname = current_database()`;
      while ((await engine.pool.query(blocked)).rowCount === 0);
      await client.query('COMMIT');
      await deleting;
    } finally {
      client.release();
    }
    const purge = 'SELECT finished FROM purge_waitlist_batch($1, 100)';
    while (!(await engine.pool.query<{ finished: boolean }>(purge, [waitlistId])).rows[0]?.finished);
    const { rows } = await engine.pool.query('SELECT FROM pending_signups WHERE waitlist_id = $1', [
      waitlistId,
    ]);
    expect(rows).toEqual([]);
  });

  it(`is purged in batches${verifies('confirmation.purged')}`, async () => {
    const [waitlistId, other] = [await engine.createWaitlist(), await engine.createWaitlist()];
    await add(other, 'a@x.test');
    for (let n = 0; n < 5; n++) await add(waitlistId, `n${n}@x.test`);
    // Their jobs may be done.
    await engine.pool.query('DELETE FROM outbox WHERE waitlist_id = $1', [waitlistId]);
    await engine.pool.query('SELECT delete_waitlist($1, $2)', [engine.accountId, waitlistId]);
    const left: number[] = [];
    for (let finished = false; !finished; ) {
      const { rows } = await engine.pool.query<{ finished: boolean }>(
        'SELECT finished FROM purge_waitlist_batch($1, 2)',
        [waitlistId],
      );
      finished = rows[0]?.finished ?? true;
      const { rowCount } = await engine.pool.query('SELECT FROM pending_signups WHERE waitlist_id = $1', [
        waitlistId,
      ]);
      left.push(rowCount ?? 0);
    }
    expect(left.slice(0, 3)).toEqual([3, 1, 0]);
    const { rowCount } = await engine.pool.query('SELECT FROM pending_signups WHERE waitlist_id = $1', [
      other,
    ]);
    expect(rowCount).toBe(1);
  });

  it('is confirmed once, at the end, among others who join at the same moment', async () => {
    const waitlistId = await engine.createWaitlist();
    const store = createSignupStore(engine.pool, STORE_OPTIONS);
    const signups = await Promise.all(Array.from({ length: 10 }, (_, n) => add(waitlistId, `p${n}@x.test`)));
    const twins = await Promise.all(signups.map(({ email }) => add(waitlistId, email)));
    const confirmed = await Promise.all([
      ...[...signups, ...twins, ...signups].map(async ({ entryId }) => {
        const outcome = await pending.confirm(entryId);
        return outcome?.status === 'on_list' ? outcome.entryId : null;
      }),
      ...Array.from({ length: 10 }, async (_, n) => {
        await store.join(waitlistId, signupOf(`q${n}@x.test`));
        return null;
      }),
    ]);
    const rows = await engine.readQueue(waitlistId);
    expect(rows.map(({ position }) => position)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
    for (let n = 0; n < 10; n++) {
      const entries = new Set([confirmed[n], confirmed[n + 10], confirmed[n + 20]]);
      expect(entries.size).toBe(1);
      expect(rows.map(({ id }) => id)).toContain([...entries][0]);
    }
  });

  it('gets another code when its code is taken, and nothing is lost', async () => {
    const waitlistId = await engine.createWaitlist();
    const holder = signupOf('holder@x.test');
    await createSignupStore(engine.pool, STORE_OPTIONS).join(waitlistId, holder);
    const { entryId } = await add(waitlistId, 'a@x.test');
    const call = engine.pool.query(`CALL confirm_pending($1, $2, interval '1 hour', NULL)`, [
      entryId,
      holder.referralCode,
    ]);
    await expect(call).rejects.toMatchObject({ constraint: 'entries_referral_code' });
    expect(await engine.readQueue(waitlistId)).toHaveLength(1);
    expect(await pending.confirm(entryId)).toEqual(onList(entryId));
    expect(await engine.readQueue(waitlistId)).toHaveLength(2);
  });

  it(`does not bring back a person who is erased while it waits${verifies('confirmation.erased')}`, async () => {
    const waitlistId = await engine.createWaitlist();
    const [one, two] = [await add(waitlistId, 'a@x.test'), await add(waitlistId, 'a@x.test')];
    expect(await pending.confirm(one.entryId)).toEqual(onList(one.entryId));
    const client = await engine.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT erase_entry($1, $2, $3)', [engine.accountId, waitlistId, one.entryId]);
      const late = pending.confirm(two.entryId);
      const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
                       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      while ((await engine.pool.query(waiting)).rowCount === 0);
      await client.query('COMMIT');
      expect(await late).toBeNull();
    } finally {
      client.release();
    }
    const { rows } = await engine.pool.query('SELECT FROM contacts WHERE waitlist_id = $1', [waitlistId]);
    expect(rows).toEqual([]);
  });

  it(`is gone after 48 hours, and swept${verifies('confirmation.48-hours')}`, async () => {
    const waitlistId = await engine.createWaitlist();
    const [old, young] = [await add(waitlistId, 'old@x.test'), await add(waitlistId, 'young@x.test')];
    const age = (id: string, interval: string) =>
      engine.pool.query('UPDATE pending_signups SET created_at = now() - $2::interval WHERE id = $1', [
        id,
        interval,
      ]);
    await age(old.entryId, '48 hours 1 minute');
    await age(young.entryId, '47 hours 59 minutes');
    expect(await pending.find([{ waitlistId, pendingId: old.entryId }])).toEqual([null]);
    expect(await pending.findPage(old.entryId)).toBeNull();
    expect(await pending.confirm(old.entryId)).toBeNull();
    await pending.sweep();
    const { rows } = await engine.pool.query('SELECT id FROM pending_signups WHERE waitlist_id = $1', [
      waitlistId,
    ]);
    expect(rows).toEqual([{ id: young.entryId }]);
    expect(await pending.confirm(young.entryId)).toEqual(onList(young.entryId));
  });
});
