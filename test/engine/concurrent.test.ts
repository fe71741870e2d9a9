import { describe, expect, it } from '@jest/globals';
import { createSignupStore } from '../../adapters/postgres/signups/signup-store.ts';
import type { JoinOutcome, NewSignup } from '../../core/signups/signup-store.ts';
import { callJoin, codeFor, type QueueRow, STORE_OPTIONS, shareEngine, signupOf } from './engine-fixture.ts';
import { QueueOracle } from './queue-oracle.ts';

const BOOST = 9;
const WORKERS = 16;

const engine = shareEngine(WORKERS + 4);

/** A seeded pseudo-random generator (mulberry32), so that a failing run can be reproduced. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** Checks that these rows are exactly what joining in seq order gives: positions, counts, everything. */
function expectSerialised(rows: readonly QueueRow[]): void {
  const bySeq = [...rows].sort((a, b) => a.seq - b.seq);
  expect(bySeq.map(row => row.seq)).toEqual(rows.map((_, index) => index + 1));
  const oracle = new QueueOracle(true, BOOST);
  for (const row of bySeq)
    oracle.join(
      signupOf('', {
        entryId: row.id,
        emailDigest: Buffer.from(row.id),
        referralCode: row.referral_code,
        referrerCode: row.referred_by,
      }),
    );
  expect(rows.map(row => [row.position, row.seq, row.referral_count])).toEqual(
    oracle.rows().map(row => [row.position, row.seq, row.referral_count]),
  );
}

/** Reads the whole queue repeatedly until stopped; every snapshot must be exact. */
async function audit(waitlistId: string, running: () => boolean): Promise<number> {
  let audits = 0;
  while (running()) {
    expectSerialised(await engine.readQueue(waitlistId));
    audits++;
  }
  return audits;
}

describe('the engine under concurrent calls', () => {
  it('is exact at every moment, and loses and duplicates nobody', async () => {
    const waitlistId = await engine.createWaitlist({ boost: BOOST });
    const acknowledged: { signup: NewSignup; position: number }[] = [];
    let working = WORKERS;

    const work = async (worker: number): Promise<void> => {
      const random = generator(worker + 1);
      const client = await engine.pool.connect();
      try {
        for (let round = 0; round < 12; round++) {
          const size = random(3) === 0 ? 1 + random(20) : 1;
          const batch = Array.from({ length: size }, () => {
            // So few people that workers often send the same email at the same time.
            const person = random(900);
            return signupOf(`p${person}@x.test`, {
              referralCode: codeFor(`${waitlistId}/${person}`),
              referrerCode: random(2) === 0 ? codeFor(`${waitlistId}/${random(900)}`) : null,
            });
          });
          const { positions } = await callJoin(client, waitlistId, batch);
          for (const [index, position] of (positions ?? []).entries())
            if (position !== null) acknowledged.push({ signup: batch[index] as NewSignup, position });
        }
      } finally {
        working--;
        client.release();
      }
    };
    const [audits] = await Promise.all([
      audit(waitlistId, () => working > 0),
      ...Array.from({ length: WORKERS }, (_, worker) => work(worker)),
    ]);

    const rows = await engine.readQueue(waitlistId);
    expectSerialised(rows);
    expect(audits).toBeGreaterThan(3);
    expect(rows.length).toBeGreaterThan(300);
    // New entries join at the end of the queue: the returned position is the entry's seq.
    expect(acknowledged.map(({ signup, position }) => [signup.entryId, position]).sort()).toEqual(
      rows.map(row => [row.id, row.seq]).sort(),
    );
    for (const row of rows)
      expect(row.referral_count).toBe(rows.filter(other => other.referred_by === row.referral_code).length);
    const jobs = await engine.pool.query<{ id: string }>(
      `SELECT payload->>'entryId' AS id FROM outbox WHERE waitlist_id = $1`,
      [waitlistId],
    );
    expect(jobs.rows.map(job => job.id).sort()).toEqual(rows.map(row => row.id).sort());
  });

  it('accepts one of many simultaneous signups with the same email, and queues one email', async () => {
    const waitlistId = await engine.createWaitlist();
    for (let round = 0; round < 5; round++) {
      const results = await Promise.all(
        Array.from({ length: WORKERS }, () =>
          callJoin(engine.pool, waitlistId, [signupOf(`same-${round}@x.test`)]),
        ),
      );
      expect(results.filter(({ positions }) => positions?.[0] === round + 1)).toHaveLength(1);
      expect(results.filter(({ positions }) => positions?.[0] === null)).toHaveLength(WORKERS - 1);
    }
    const jobs = await engine.pool.query('SELECT 1 FROM outbox WHERE waitlist_id = $1', [waitlistId]);
    expect(jobs.rows).toHaveLength(5);
  });

  it('keeps waitlists separate', async () => {
    const lists = await Promise.all(Array.from({ length: 6 }, () => engine.createWaitlist({ boost: BOOST })));
    await Promise.all(
      Array.from({ length: 240 }, (_, index) => {
        const waitlistId = lists[index % lists.length] as string;
        return callJoin(engine.pool, waitlistId, [signupOf(`p${index}@x.test`)]);
      }),
    );
    for (const waitlistId of lists) {
      const rows = await engine.readQueue(waitlistId);
      expect(rows).toHaveLength(40);
      expectSerialised(rows);
    }
  });
});

describe('the signup store', () => {
  it('gives each of many simultaneous signups its own outcome', async () => {
    const waitlistId = await engine.createWaitlist({ boost: BOOST });
    const store = createSignupStore(engine.pool, STORE_OPTIONS);
    const first = signupOf('first@x.test');
    expect(await store.join(waitlistId, first)).toEqual({
      status: 'joined',
      position: 1,
      referralCode: first.referralCode,
    });

    const signups = Array.from({ length: 400 }, (_, index) =>
      signupOf(`p${index % 350}@x.test`, {
        referrerCode: index % 3 === 0 ? first.referralCode : 'nobody',
      }),
    );
    const outcomes = await Promise.all(signups.map(signup => store.join(waitlistId, signup)));
    const rows = await engine.readQueue(waitlistId);
    expectSerialised(rows);
    expect(rows).toHaveLength(351);
    const expected = signups.map((signup): JoinOutcome => {
      const row = rows.find(one => one.id === signup.entryId);
      return row
        ? { status: 'joined', position: row.seq, referralCode: row.referral_code }
        : { status: 'already_joined' };
    });
    expect(outcomes).toEqual(expected);
  });

  it('picks another code when one is taken, for a single signup and in a batch', async () => {
    const waitlistId = await engine.createWaitlist();
    const store = createSignupStore(engine.pool, STORE_OPTIONS);
    const holder = signupOf('holder@x.test');
    await store.join(waitlistId, holder);

    const unlucky = ['a', 'b', 'c', 'd', 'e', 'f'].map(name =>
      signupOf(`${name}@x.test`, { referralCode: holder.referralCode }),
    );
    const outcomes = await Promise.all(unlucky.map(signup => store.join(waitlistId, signup)));
    expect(outcomes.map(outcome => outcome?.status)).toEqual(unlucky.map(() => 'joined'));
    const rows = await engine.readQueue(waitlistId);
    expect(rows.map(row => row.position)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(new Set(rows.map(row => row.referral_code)).size).toBe(7);
    for (const [index, outcome] of outcomes.entries())
      expect(outcome).toMatchObject({
        referralCode: rows.find(row => row.id === unlucky[index]?.entryId)?.referral_code,
      });
  });

  it('fails only the signup that the database rejects', async () => {
    const waitlistId = await engine.createWaitlist();
    const store = createSignupStore(engine.pool, STORE_OPTIONS);
    const signups = ['a', 'b', 'c', 'd', 'e', 'f'].map(name =>
      signupOf(`${name}@x.test`, name === 'e' ? { name: 'no\0text' } : {}),
    );
    const results = await Promise.allSettled(signups.map(signup => store.join(waitlistId, signup)));
    expect(results.map(result => result.status)).toEqual([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
    expect(await engine.readQueue(waitlistId)).toHaveLength(5);
  });

  it('reports a waitlist that does not exist', async () => {
    const store = createSignupStore(engine.pool, STORE_OPTIONS);
    const nowhere = '00000000-0000-4000-8000-000000000000';
    expect(await store.join(nowhere, signupOf('a@x.test'))).toBeNull();
  });
});
