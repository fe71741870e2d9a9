import { beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createEntryStore } from '../../adapters/postgres/entries/entry-store.ts';
import { ENTRY_STATUSES } from '../../core/audiences/audience.ts';
import {
  ENTRY_SORTS,
  type EntryCursor,
  type EntryFilter,
  type EntrySort,
  type EntryStore,
} from '../../core/entries/entry-store.ts';
import { verifies } from '../support/verifies.ts';
import { callJoin, shareEngine, signupOf } from './engine-fixture.ts';

const engine = shareEngine(4);

interface Person {
  readonly seq: number;
  readonly email: string;
  readonly name: string | null;
  readonly position: number;
  readonly referralCount: number;
  readonly status: string;
  readonly createdAt: Date;
}

let store: EntryStore;
beforeAll(() => {
  store = createEntryStore(engine.pool);
});

const NAMES = ['Ada 100%', 'BOB_under', 'Äpfel', null, 'cid'];

/** A list on which people moved, left, and were invited. */
async function makeList(people: number, friends: number): Promise<string> {
  const waitlistId = await engine.createWaitlist({ boost: 20 });
  const first = Array.from({ length: people }, (_, n) =>
    signupOf(`p${n}@${n % 3 === 0 ? 'One' : 'two'}.test`, { name: NAMES[n % NAMES.length] ?? null }),
  );
  await callJoin(engine.pool, waitlistId, first);
  const more = Array.from({ length: friends }, (_, n) =>
    signupOf(`friend${n}@x.test`, { referrerCode: first[(n * n) % 97]?.referralCode ?? null }),
  );
  await callJoin(engine.pool, waitlistId, more);
  await engine.pool.query(
    `INSERT INTO invitations (id, batch_id, waitlist_id, seq, code_hash, state)
     SELECT gen_random_uuid(), gen_random_uuid(), $1, n, sha256(int4send(n) || uuid_send($1)),
            CASE WHEN n % 2 = 1 THEN 'accepted' ELSE 'invited' END FROM generate_series(5, $2::integer, 7) n`,
    [waitlistId, people],
  );
  for (const seq of [1, 64, 128, 129, 300])
    await engine.pool.query(
      'SELECT erase_entry($1, $2, id) FROM entries WHERE waitlist_id = $2 AND seq = $3',
      [engine.accountId, waitlistId, seq],
    );
  return waitlistId;
}

const everybody = async (waitlistId: string): Promise<Person[]> =>
  (
    await engine.pool.query<Person>(
      `SELECT q.seq, q.email, q.name, q.position, q.referral_count AS "referralCount", q.status, q.created_at AS "createdAt"
       FROM queue q WHERE q.waitlist_id = $1
         AND NOT EXISTS (SELECT FROM erased_entries x WHERE x.waitlist_id = $1 AND x.seq = q.seq)`,
      [waitlistId],
    )
  ).rows;

const COMPARE: Readonly<Record<EntrySort, (a: Person, b: Person) => number>> = {
  joined: (a, b) => b.seq - a.seq,
  position: (a, b) => a.position - b.position,
  referrals: (a, b) => b.referralCount - a.referralCount || a.seq - b.seq,
};

/** Whether somebody matches, as the section says. */
function matches(
  person: Person,
  { status, contact, joinedAfter, joinedBefore, minReferrals = 0 }: EntryFilter,
) {
  const has = (text: string | null) => text?.toLowerCase().includes(contact?.part?.toLowerCase() ?? '');
  const joined = person.createdAt.getTime();
  return (
    (!status || person.status === status) &&
    (!contact || has(person.email) || has(person.name)) &&
    (!joinedAfter || joined >= joinedAfter.getTime()) &&
    (!joinedBefore || joined <= joinedBefore.getTime()) &&
    person.referralCount >= minReferrals
  );
}

describe('a list with filters', () => {
  it(`shows exactly who matches all of them, in every order, at any page${verifies('people.filters', 'people.q', 'people.joined-bounds', 'people.min-referrals', 'people.sort-referrals', 'people.cursor')}`, async () => {
    const waitlistId = await makeList(600, 300);
    const people = await everybody(waitlistId);
    const moments = people.map(({ createdAt }) => createdAt);
    const filter = fc.record({
      status: fc.option(fc.constantFrom(...ENTRY_STATUSES)),
      contact: fc.option(
        fc
          .constantFrom('one.TEST', 'p1', '%', '_', '100%', 'äPF', 'nobody', 'friend')
          .map(part => ({ part, answers: [], outside: [] })),
      ),
      joinedAfter: fc.option(fc.constantFrom(...moments)),
      joinedBefore: fc.option(fc.constantFrom(...moments)),
      minReferrals: fc.constantFrom(0, 0, 1, 2, 5),
    });
    const places = {
      limit: fc.integer({ min: 1, max: 200 }),
      offset: fc.constantFrom(0, 1, 100, 250, 5_000),
    };
    await fc.assert(
      fc.asyncProperty(
        fc.record({ filter, sort: fc.constantFrom(...ENTRY_SORTS), ...places }),
        async ({ filter: asked, sort, limit, offset }) => {
          const expected = people.filter(person => matches(person, asked)).sort(COMPARE[sort]);
          const query = { accountId: engine.accountId, waitlistId, limit, sort, ...asked };
          const found = await store.page({ ...query, offset });
          expect(found.total).toBe(expected.length);
          const positions = (from: number) =>
            expected.slice(from, from + limit).map(({ position }) => position);
          expect(found.entries.map(({ position }) => position)).toEqual(positions(offset));
          expect(found.next !== null).toBe(offset + limit < expected.length);
          if (!found.next) return;
          const following = await store.page({ ...query, offset: 0, after: found.next });
          expect(following.total).toBe(expected.length);
          expect(following.entries.map(({ position }) => position)).toEqual(positions(offset + limit));
        },
      ),
      { numRuns: 150 },
    );
  });

  it(`finds the one with an address only if they match${verifies('people.filters')}`, async () => {
    const waitlistId = await makeList(20, 0);
    const { rows } = await engine.pool.query(
      'SELECT email_digest AS digest FROM entries WHERE waitlist_id = $1 AND seq = 5',
      [waitlistId],
    );
    const query = { accountId: engine.accountId, waitlistId, limit: 10, sort: 'joined', ...rows[0] } as const;
    const totals = async (filter: EntryFilter & { offset?: number }) => {
      const { total, entries } = await store.page({ offset: 0, ...query, ...filter });
      return [total, entries.length];
    };
    expect(await totals({})).toEqual([1, 1]);
    expect(await totals({ offset: 1 })).toEqual([1, 0]);
    expect(await totals({ status: 'accepted' })).toEqual([1, 1]);
    expect(await totals({ status: 'waiting' })).toEqual([0, 0]);
    expect(await totals({ minReferrals: 1 })).toEqual([0, 0]);
    expect(await totals({ contact: { part: 'p4@', answers: [], outside: [] } })).toEqual([1, 1]);
    expect(await totals({ contact: { part: 'p5@', answers: [], outside: [] } })).toEqual([0, 0]);
  });
});

describe('the cursor of a list', () => {
  const PEOPLE = 260;
  /** What may happen between two pages. */
  const event = fc.record({
    kind: fc.constantFrom('join', 'refer', 'erase', 'invite'),
    seq: fc.integer({ min: 1, max: PEOPLE }),
  });
  type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never;

  const LISTED = `FROM entries e WHERE e.waitlist_id = $1 AND e.seq = $2
    AND NOT EXISTS (SELECT FROM erased_entries x WHERE x.waitlist_id = $1 AND x.seq = $2)`;

  /** A list to which things happen. It knows who did not move meanwhile. */
  async function liveList(sort: EntrySort) {
    const waitlistId = await engine.createWaitlist({ boost: 7 });
    const people = Array.from({ length: PEOPLE }, (_, n) => signupOf(`c${n}@x.test`));
    await callJoin(engine.pool, waitlistId, people);
    const before = await everybody(waitlistId);
    const moved = new Set<number>();
    let joins = 0;

    async function act({ kind, seq }: Event): Promise<unknown> {
      if (kind === 'erase')
        return engine.pool.query(`SELECT erase_entry($3, $1, e.id) ${LISTED}`, [
          waitlistId,
          seq,
          engine.accountId,
        ]);
      if (kind === 'invite')
        return engine.pool.query(
          `INSERT INTO invitations (id, batch_id, waitlist_id, seq, code_hash)
           SELECT gen_random_uuid(), gen_random_uuid(), $1, e.seq, sha256(uuid_send(gen_random_uuid())) ${LISTED}
           ON CONFLICT DO NOTHING`,
          [waitlistId, seq],
        );
      const referrerCode = kind === 'refer' ? (people[seq - 1]?.referralCode ?? null) : null;
      return callJoin(engine.pool, waitlistId, [signupOf(`j${joins++}@x.test`, { referrerCode })]);
    }

    return {
      waitlistId,
      async happen(each: Event): Promise<void> {
        await act(each);
        const now = new Map((await everybody(waitlistId)).map(person => [person.seq, person]));
        for (const person of before) {
          const { position, referralCount } = now.get(person.seq) ?? {};
          const stays = {
            joined: position !== undefined,
            position: position === person.position,
            referrals: referralCount === person.referralCount,
          };
          if (!stays[sort]) moved.add(person.seq);
        }
      },
      steady: () => before.filter(({ seq }) => !moved.has(seq)).sort(COMPARE[sort]),
    };
  }

  it.each(
    ENTRY_SORTS.flatMap(sort => [
      { sort, contact: null },
      { sort, contact: { part: 'test', answers: [], outside: [] } },
    ]),
  )(
    `repeats and loses nobody who did not move, by $sort with $contact, while people join, move, and leave${verifies('people.cursor')}`,
    async ({ sort, contact }) => {
      const rounds = fc.array(fc.array(event, { maxLength: 6 }), { minLength: 12, maxLength: 12 });
      const walk = fc.asyncProperty(rounds, fc.integer({ min: 5, max: 60 }), async (happening, limit) => {
        const list = await liveList(sort);
        const query = {
          accountId: engine.accountId,
          waitlistId: list.waitlistId,
          limit,
          offset: 0,
          sort,
          contact,
        };
        const seen: (string | null)[] = [];
        const events = happening.values();
        let after: EntryCursor | null = null;
        do {
          const page = await store.page({ ...query, after });
          seen.push(...page.entries.map(({ email }) => email));
          after = page.next;
          for (const each of events.next().value ?? []) await list.happen(each);
        } while (after);
        const steady = list.steady().map(({ email }) => email);
        const isSteady = new Set(steady);
        expect(seen.filter(email => isSteady.has(email ?? ''))).toEqual(steady);
        // In the order of joining nobody at all is repeated.
        if (sort === 'joined') expect(new Set(seen).size).toBe(seen.length);
      });
      await fc.assert(walk, { numRuns: 6 });
    },
  );
});
