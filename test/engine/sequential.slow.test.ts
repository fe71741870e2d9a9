import { randomUUID } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { createEntryStore } from '../../adapters/postgres/entries/entry-store.ts';
import { createErasureStore } from '../../adapters/postgres/entries/erasure-store.ts';
import { createInvitationStore } from '../../adapters/postgres/invitations/invitation-store.ts';
import { createReferralStore } from '../../adapters/postgres/referrals/referral-store.ts';
import { ENTRY_STATUSES } from '../../core/audiences/audience.ts';
import type { ListQuery } from '../../core/entries/entry-store.ts';
import type { NewSignup } from '../../core/signups/signup-store.ts';
import { callJoin, codeFor, invitationOf, shareEngine, signupOf } from './engine-fixture.ts';
import { expectCounted } from './people-counts.ts';
import { QueueOracle } from './queue-oracle.ts';

const engine = shareEngine(4);

const NOBODY = '00000000-0000-4000-8000-000000000000';

const person = fc.nat({ max: 400 });
const joinStep = fc.record({
  kind: fc.constant('join' as const),
  batch: fc.array(
    fc.record({
      person,
      upper: fc.boolean(),
      // Some share a mailbox or a network.
      mailbox: fc.option(fc.nat({ max: 5 }), { freq: 8 }),
      network: fc.option(fc.nat({ max: 1 })),
      isDisposable: fc.integer({ min: 1, max: 10 }).map(chance => chance === 1),
      // Someone on the list, often one of a few, or an unused code.
      referrer: fc.option(
        fc.oneof(
          { weight: 6, arbitrary: person },
          { weight: 3, arbitrary: fc.nat({ max: 2 }) },
          { weight: 1, arbitrary: fc.constant(-1) },
        ),
      ),
    }),
    { minLength: 1, maxLength: 40, size: 'max' },
  ),
});
const settingsStep = fc.record({
  kind: fc.constant('settings' as const),
  enabled: fc.boolean(),
  boost: fc.integer({ min: 1, max: 100 }),
});
const settleStep = fc.record({
  kind: fc.constant('settle' as const),
  person,
  state: fc.constantFrom('credited' as const, 'revoked' as const),
});
const eraseStep = fc.record({ kind: fc.constant('erase' as const), person });
const inviteStep = fc.record({
  kind: fc.constant('invite' as const),
  count: fc.integer({ min: 1, max: 200 }),
});
const withdrawStep = fc.record({ kind: fc.constant('withdraw' as const), batch: fc.nat({ max: 3 }) });
const redeemStep = fc.record({ kind: fc.constant('redeem' as const), person });
const scenario = fc.record({
  enabled: fc.boolean(),
  boost: fc.integer({ min: 1, max: 100 }),
  // So moves cross blocks, both at their edges and far from them.
  size: fc.constantFrom(0, 0, 1, 127, 128, 129, 250, 400),
  steps: fc.array(
    fc.oneof(
      { weight: 5, arbitrary: joinStep },
      { weight: 1, arbitrary: settingsStep },
      { weight: 3, arbitrary: eraseStep },
      { weight: 4, arbitrary: settleStep },
      { weight: 3, arbitrary: inviteStep },
      { weight: 1, arbitrary: withdrawStep },
      { weight: 2, arbitrary: redeemStep },
    ),
    {
      minLength: 1,
      maxLength: 16,
      size: 'max',
    },
  ),
});

/** For erased entries, only shows that they are erased. */
async function rowsOf(waitlistId: string) {
  const { rows } = await engine.pool.query<{ seq: number }>(
    'SELECT seq FROM erased_entries WHERE waitlist_id = $1',
    [waitlistId],
  );
  const erased = new Set(rows.map(({ seq }) => seq));
  return (await engine.readQueue(waitlistId)).map(
    ({ seq, id, position, referral_code, referral_count, referred_by, status }) => ({
      seq,
      id: erased.has(seq) ? null : id,
      position,
      referral_code: erased.has(seq) ? null : referral_code,
      referral_count,
      referred_by,
      status,
    }),
  );
}

/** What became of each referral. */
async function referralsOf(waitlistId: string) {
  const { rows } = await engine.pool.query<{ seq: number }>(
    'SELECT seq, referrer_seq, state, reasons, gained FROM referrals WHERE waitlist_id = $1 ORDER BY seq',
    [waitlistId],
  );
  return rows;
}

/** For each position, how many people wait in front of it. */
async function aheadIn(waitlistId: string): Promise<number[]> {
  const { rows } = await engine.pool.query<{ ahead: number }>(
    `SELECT waiting_ahead($1, n::integer) AS ahead
     FROM generate_series(1, (SELECT max(seq) FROM entries WHERE waitlist_id = $1)) AS n ORDER BY n`,
    [waitlistId],
  );
  return rows.map(({ ahead }) => ahead);
}

/** How many people have each status. */
async function statusesIn(waitlistId: string) {
  const { rows } = await engine.pool.query('SELECT waiting, invited, accepted FROM count_statuses($1)', [
    waitlistId,
  ]);
  return rows[0];
}

/** A list as its owner pages through it. */
async function listedIn(waitlistId: string, list: Pick<ListQuery, 'status' | 'sort'>): Promise<string[]> {
  const entries = createEntryStore(engine.pool);
  const ids: string[] = [];
  for (let total = 1; ids.length < total; ) {
    const query = { accountId: engine.accountId, waitlistId, limit: 150, offset: ids.length, ...list };
    const page = await entries.page(query);
    if (page.entries.length === 0 && page.total > ids.length) throw new Error('A page is not whole');
    ids.push(...page.entries.map(({ id }) => id));
    total = page.total;
  }
  return ids;
}

describe('the engine, one call at a time', () => {
  it('matches the oracle after every step', async () => {
    await fc.assert(
      fc.asyncProperty(scenario, async ({ enabled, boost, size, steps }) => {
        const waitlistId = await engine.createWaitlist({ enabled, boost });
        const oracle = new QueueOracle(enabled, boost);

        const join = async (batch: readonly NewSignup[]) => {
          const { known, positions } = await callJoin(engine.pool, waitlistId, batch);
          expect(known).toBe(true);
          expect(positions).toEqual(batch.map(signup => oracle.join(signup)));
        };
        const expectSame = async () => {
          expect(await rowsOf(waitlistId)).toEqual(oracle.rows());
          expect(await referralsOf(waitlistId)).toEqual(oracle.referrals());
          expect(await aheadIn(waitlistId)).toEqual(oracle.ahead());
          expect(await statusesIn(waitlistId)).toEqual(oracle.statuses());
        };
        const idOf = async (label: number) => {
          const code = codeFor(`${waitlistId}/${label}`);
          const known = (await engine.readQueue(waitlistId)).find(one => one.referral_code === code);
          return known?.id ?? NOBODY;
        };
        const newcomer = (label: number) =>
          signupOf(`p${label}@x.test`, { referralCode: codeFor(`${waitlistId}/${label}`) });

        if (size > 0) await join(Array.from({ length: size }, (_, label) => newcomer(label)));
        const invitations = createInvitationStore(engine.pool);
        const batches: string[] = [];
        const hashes = new Map<string, Buffer>();
        for (const step of steps) {
          if (step.kind === 'invite') {
            const made: Buffer[] = [];
            const batch = await invitations.invite(
              invitationOf(engine, waitlistId, { count: step.count }, made),
            );
            const invited = oracle.invite(batch?.id ?? '', step.count);
            expect(batch).toMatchObject({ invited: invited.length, accepted: 0, skipped: [] });
            for (const [index, id] of invited.entries()) hashes.set(id, made[index] as Buffer);
            batches.push(batch?.id ?? '');
            await expectSame();
            continue;
          }
          if (step.kind === 'withdraw') {
            const id = batches[step.batch] ?? NOBODY;
            const withdrawn = await invitations.withdraw(engine.accountId, waitlistId, id);
            expect(withdrawn !== null).toBe(step.batch < batches.length);
            oracle.withdraw(id);
            await expectSame();
            continue;
          }
          if (step.kind === 'redeem') {
            const id = await idOf(step.person);
            const redeemed = await invitations.redeem(
              engine.accountId,
              hashes.get(id) ?? Buffer.alloc(32),
              randomUUID(),
            );
            const expected = oracle.redeem(id);
            expect(redeemed).toEqual(
              expected === null || expected === 'ended'
                ? expected
                : { waitlistId, entryId: id, alreadyRedeemed: expected === 'before' },
            );
            await expectSame();
            continue;
          }
          if (step.kind === 'settings') {
            await engine.pool.query(
              'UPDATE waitlists SET referral_enabled = $2, referral_boost = $3 WHERE id = $1',
              [waitlistId, step.enabled, step.boost],
            );
            Object.assign(oracle, { enabled: step.enabled, boost: step.boost });
            continue;
          }
          if (step.kind === 'erase') {
            // Somebody who was referred, if the number is even.
            const people = oracle
              .rows()
              .filter(
                ({ id, referred_by }) => id !== null && (step.person % 2 === 1 || referred_by !== null),
              );
            const id = people[step.person % (people.length + 1)]?.id ?? NOBODY;
            const erasures = createErasureStore(engine.pool);
            const erased = await erasures.erase(engine.accountId, waitlistId, id);
            expect(erased !== null).toBe(oracle.erase(id));
            if (erased) await erasures.forgetReferrer(erased);
            await expectSame();
            continue;
          }
          if (step.kind === 'settle') {
            // Friends who left too; and nobody, sometimes.
            const friends = await referralsOf(waitlistId);
            const seq = friends[step.person % (friends.length + 1)]?.seq;
            const entryId = (await engine.readQueue(waitlistId)).find(one => one.seq === seq)?.id ?? NOBODY;
            const referrals = createReferralStore(engine.pool);
            const settled = await referrals.settle({ waitlistId, entryId, state: step.state });
            expect(settled).toBe(oracle.settle(seq, step.state));
            await expectSame();
            continue;
          }
          const batch = step.batch.map(({ person, upper, referrer, mailbox, network, isDisposable }) => {
            const email = upper ? ` P${person}@X.TEST ` : `p${person}@x.test`;
            const referrerCode = referrer === null ? null : codeFor(`${waitlistId}/${referrer}`);
            // One code per person regardless of case, to also exercise referrals within a batch.
            const referralCode = codeFor(`${waitlistId}/${person}`);
            return signupOf(email, {
              referrerCode,
              referralCode,
              mailboxDigest: mailbox === null ? null : Buffer.alloc(32, mailbox),
              network: network === null ? null : Buffer.alloc(16, network),
              isDisposable,
            });
          });
          await join(batch);
          await expectSame();
        }
        for (const status of [null, ...ENTRY_STATUSES])
          for (const sort of ['joined', 'position'] as const)
            expect(await listedIn(waitlistId, { status, sort })).toEqual(oracle.listed(status, sort));
        await expectCounted(engine.pool, waitlistId);
      }),
      { numRuns: 60 },
    );
  });

  it('boosts by 1 to 100 from every place around a block edge', async () => {
    for (const boost of [1, 2, 100]) {
      const waitlistId = await engine.createWaitlist({ enabled: true, boost });
      const oracle = new QueueOracle(true, boost);
      const people = Array.from({ length: 300 }, (_, label) => signupOf(`p${label}@x.test`));
      const referred = [
        0, 1, 2, 99, 100, 101, 126, 127, 128, 129, 227, 228, 229, 254, 255, 256, 257, 299,
      ].map(index =>
        signupOf(`friend-of-${index}@x.test`, {
          referrerCode: people[index]?.referralCode ?? null,
        }),
      );
      await callJoin(engine.pool, waitlistId, people);
      for (const signup of people) oracle.join(signup);
      for (const signup of referred) {
        await callJoin(engine.pool, waitlistId, [signup]);
        oracle.join(signup);
      }
      expect(await rowsOf(waitlistId)).toEqual(oracle.rows());
    }
  });

  it('returns the existing place for a repeated signup, alone and in a batch', async () => {
    const waitlistId = await engine.createWaitlist({ boost: 1 });
    const [first, second] = [signupOf('a@x.test'), signupOf('b@x.test')];
    await callJoin(engine.pool, waitlistId, [first, second]);
    await callJoin(engine.pool, waitlistId, [signupOf('c@x.test', { referrerCode: second.referralCode })]);

    const again = { ...second, referralCode: codeFor('another') };
    expect(await callJoin(engine.pool, waitlistId, [again])).toEqual({
      known: true,
      positions: [1],
      codes: [second.referralCode],
    });
    const stranger = signupOf('A@x.test');
    const batch = await callJoin(engine.pool, waitlistId, [stranger, again]);
    expect(batch.positions).toEqual([null, 1]);
    expect(batch.codes?.[1]).toBe(second.referralCode);
    expect(await engine.readQueue(waitlistId)).toHaveLength(3);
  });

  it('reports a waitlist that does not exist, alone and in a batch', async () => {
    const waitlistId = NOBODY;
    const one = signupOf('a@x.test');
    for (const batch of [[one], [one, signupOf('b@x.test')]])
      expect(await callJoin(engine.pool, waitlistId, batch)).toMatchObject({ known: false, positions: null });
    const { rows } = await engine.pool.query('SELECT 1 FROM entries WHERE waitlist_id = $1', [waitlistId]);
    expect(rows).toEqual([]);
  });

  it('queues one confirmation email for each entry and none for a duplicate', async () => {
    const waitlistId = await engine.createWaitlist();
    const people = ['a', 'b', 'c'].map(name => signupOf(`${name}@x.test`));
    await callJoin(engine.pool, waitlistId, people.slice(0, 1));
    await callJoin(engine.pool, waitlistId, people);
    await callJoin(engine.pool, waitlistId, [signupOf('A@X.test')]);
    const { rows } = await engine.pool.query(
      `SELECT payload FROM outbox WHERE waitlist_id = $1 AND kind = 'confirmation_email' ORDER BY id`,
      [waitlistId],
    );
    expect(rows).toEqual(people.map(({ entryId }) => ({ payload: { entryId } })));
  });
});
