import { beforeAll, describe, expect, it } from '@jest/globals';
import { createPendingStore } from '../../adapters/postgres/signups/pending-store.ts';
import { createSignupStore } from '../../adapters/postgres/signups/signup-store.ts';
import { createWaitlistStore } from '../../adapters/postgres/waitlists/waitlist-store.ts';
import type { JoinOutcome, SignupStore } from '../../core/signups/signup-store.ts';
import type { WaitlistStore } from '../../core/waitlists/waitlist-store.ts';
import { verifies } from '../support/verifies.ts';
import { callJoin, STORE_OPTIONS, shareEngine, signupOf, slugOf } from './engine-fixture.ts';

const engine = shareEngine();
let store: SignupStore;
let waitlists: WaitlistStore;
beforeAll(() => {
  store = createSignupStore(engine.pool, STORE_OPTIONS);
  waitlists = createWaitlistStore(engine.pool);
});

type Changes = Parameters<WaitlistStore['update']>[2];
const change = (waitlistId: string, changes: Changes) =>
  waitlists.update(engine.accountId, waitlistId, changes);
const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3600_000).toISOString();

async function listWith(changes: Changes): Promise<string> {
  const waitlistId = await engine.createWaitlist();
  await change(waitlistId, changes);
  return waitlistId;
}

const join = (waitlistId: string, email: string, changes = {}) =>
  store.join(waitlistId, signupOf(email, changes));
const erase = (waitlistId: string, entryId: string) =>
  engine.pool.query('SELECT erase_entry($1, $2, $3)', [engine.accountId, waitlistId, entryId]);
const doorOf = async (waitlistId: string) =>
  (await waitlists.find(engine.accountId, { id: waitlistId }))?.door;
const statusesOf = (outcomes: readonly (JoinOutcome | null)[]) =>
  Map.groupBy(outcomes, outcome => outcome?.status);

describe('the door of a waitlist', () => {
  it(`is open, or the first reason why not${verifies('door.state')}`, async () => {
    const waitlistId = await engine.createWaitlist();
    expect(await doorOf(waitlistId)).toBe('open');
    await callJoin(engine.pool, waitlistId, [signupOf('ada@x.test')]);
    await change(waitlistId, { capacity: 1 });
    expect(await doorOf(waitlistId)).toBe('full');
    await change(waitlistId, { opensAt: hoursFromNow(1) });
    expect(await doorOf(waitlistId)).toBe('not_yet');
    await change(waitlistId, { opensAt: hoursFromNow(-2), closesAt: hoursFromNow(-1) });
    expect(await doorOf(waitlistId)).toBe('closed');
    await change(waitlistId, { closesAt: hoursFromNow(1), capacity: null });
    expect(await doorOf(waitlistId)).toBe('open');
  });

  it(`cannot close before it opens, whichever of the two changes${verifies('door.order')}`, async () => {
    const waitlistId = await listWith({ opensAt: hoursFromNow(2) });
    expect(await change(waitlistId, { closesAt: hoursFromNow(1) })).toBe('closes_before_it_opens');
    await change(waitlistId, { closesAt: hoursFromNow(3) });
    expect(await change(waitlistId, { opensAt: hoursFromNow(4) })).toBe('closes_before_it_opens');
  });

  it(`lets in exactly as many as there is room for, however many arrive at once${verifies('door.capacity-exact')}`, async () => {
    const waitlistId = await listWith({ capacity: 25 });
    const outcomes = await Promise.all([
      ...Array.from({ length: 60 }, (_, n) => join(waitlistId, `p${n}@x.test`)),
      ...Array.from({ length: 8 }, async (_, n) => {
        const answer = await store.attempt(slugOf(waitlistId), {
          networks: { near: Buffer.alloc(16, n + 1), wide: null },
          origin: null,
          redirectOrigin: null,
          hasAnswers: false,
          signup: signupOf(`a${n}@x.test`),
        });
        return answer as JoinOutcome;
      }),
    ]);
    const by = statusesOf(outcomes);
    expect([by.get('joined')?.length, by.get('closed')?.length]).toEqual([25, 43]);
    expect(by.get('closed')?.every(outcome => outcome?.status === 'closed' && outcome.door === 'full')).toBe(
      true,
    );
    expect((await engine.readQueue(waitlistId)).map(({ position }) => position)).toEqual(
      Array.from({ length: 25 }, (_, n) => n + 1),
    );
  });

  it(`counts who joined and was not erased, wherever their data is${verifies('door.capacity-counts')}`, async () => {
    const waitlistId = await listWith({ capacity: 3 });
    const people = [signupOf('a@x.test'), signupOf('b@x.test'), signupOf('c@x.test')];
    await callJoin(engine.pool, waitlistId, people);
    await engine.pool.query(`SELECT attach_database($1, $2, 'postgres', 't', '\\x01', '\\x02')`, [
      engine.accountId,
      waitlistId,
    ]);
    await engine.pool.query(
      'SELECT record_delivery($1, w.database_id, 1, 2) FROM waitlists w WHERE w.id = $1',
      [waitlistId],
    );
    expect(await join(waitlistId, 'd@x.test')).toEqual({ status: 'closed', door: 'full' });
    await engine.pool.query('SELECT detach_database($1, $2)', [engine.accountId, waitlistId]);
    expect(await join(waitlistId, 'd@x.test')).toEqual({ status: 'closed', door: 'full' });
    await erase(waitlistId, people[0]?.entryId ?? '');
    expect(await doorOf(waitlistId)).toBe('open');
    expect(await join(waitlistId, 'd@x.test')).toMatchObject({ status: 'joined', position: 4 });
    expect(await doorOf(waitlistId)).toBe('full');
  });

  it(`says the same about an address on the list and one that is not, and an answer that was lost is repeated${verifies('door.same-for-known')}`, async () => {
    const waitlistId = await engine.createWaitlist();
    const ada = signupOf('ada@x.test');
    await store.join(waitlistId, ada);
    for (const [door, changes] of [
      ['full', { capacity: 1 }],
      ['not_yet', { opensAt: hoursFromNow(1) }],
      ['closed', { opensAt: null, closesAt: hoursFromNow(-1) }],
    ] as const) {
      await change(waitlistId, changes);
      const shut = { status: 'closed', door };
      expect(await join(waitlistId, 'ada@x.test')).toEqual(shut);
      expect(await join(waitlistId, 'bob@x.test')).toEqual(shut);
      expect(await store.join(waitlistId, ada)).toMatchObject({ status: 'joined', position: 1 });
    }
    expect(await engine.readQueue(waitlistId)).toHaveLength(1);
  });

  it(`does not stop people that the account adds, and counts them${verifies('door.owner-adds')}`, async () => {
    const waitlistId = await listWith({ capacity: 2, closesAt: hoursFromNow(-1) });
    const byOwner = { admission: 'owner' } as const;
    for (const [index, name] of ['a', 'b', 'c'].entries())
      expect(await join(waitlistId, `${name}@x.test`, byOwner)).toMatchObject({ position: index + 1 });
    expect(await join(waitlistId, 'a@x.test', byOwner)).toEqual({ status: 'already_joined' });
    await change(waitlistId, { closesAt: null, capacity: 3 });
    expect(await join(waitlistId, 'd@x.test')).toEqual({ status: 'closed', door: 'full' });
  });

  it(`lets in who has a link to confirm while it is closed, but not while it is full${verifies('door.link-until-full')}`, async () => {
    const waitlistId = await engine.createWaitlist();
    const pending = createPendingStore(engine.pool);
    const [ada, bob] = [signupOf('ada@x.test'), signupOf('bob@x.test')];
    for (const signup of [ada, bob]) await pending.add(waitlistId, signup);
    await change(waitlistId, { capacity: 1, closesAt: hoursFromNow(-1) });

    const adaIn = { status: 'on_list', entryId: ada.entryId };
    expect(await pending.confirm(ada.entryId)).toEqual(adaIn);
    for (let time = 0; time < 2; time++) {
      expect(await pending.confirm(bob.entryId)).toEqual({ status: 'full' });
      expect(await pending.findPage(bob.entryId)).toMatchObject({ isFull: true, isOnList: false });
    }
    // Who is in, stays in.
    expect(await pending.confirm(ada.entryId)).toEqual(adaIn);
    await erase(waitlistId, ada.entryId);
    expect(await pending.findPage(bob.entryId)).toMatchObject({ isFull: false });
    expect(await pending.confirm(bob.entryId)).toEqual({ status: 'on_list', entryId: bob.entryId });
  });

  it(`is changed once signups on their way are done${verifies('door.closing-waits')}`, async () => {
    const waitlistId = await engine.createWaitlist();
    const client = await engine.pool.connect();
    const changes: Promise<unknown>[] = [];
    try {
      await client.query('BEGIN');
      await client.query('SELECT pg_advisory_xact_lock(waitlist_lock_key($1))', [waitlistId]);
      changes.push(change(waitlistId, { capacity: 1 }), change(waitlistId, { closesAt: hoursFromNow(-1) }));
      const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
                       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
      while ((await engine.pool.query(waiting)).rowCount !== 2);
      // A change of something else waits for nobody.
      expect(await change(waitlistId, { name: 'Other' })).toMatchObject({ name: 'Other', capacity: null });
      await client.query('COMMIT');
    } finally {
      client.release();
    }
    await Promise.all(changes);
    expect(await join(waitlistId, 'a@x.test')).toEqual({ status: 'closed', door: 'closed' });
  });
});
