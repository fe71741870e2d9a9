import { describe, expect, it } from '@jest/globals';
import { createReferralStore } from '../../adapters/postgres/referrals/referral-store.ts';
import { verifies } from '../support/verifies.ts';
import { callJoin, shareEngine, signupOf } from './engine-fixture.ts';

const engine = shareEngine(4);

/** Erases the people with these seqs. */
const erase = (waitlistId: string, seqs: readonly number[]) =>
  engine.pool.query(
    `SELECT erase_entry($2, $1, e.id) FROM entries e WHERE e.waitlist_id = $1 AND e.seq = ANY ($3)`,
    [waitlistId, engine.accountId, seqs],
  );

/** How many wait ahead of each position, as the engine says, and counted one by one. */
async function compare(waitlistId: string, positions: readonly number[]) {
  const { rows } = await engine.pool.query<{ ahead: number; counted: number }>(
    `WITH waiting AS MATERIALIZED (
       SELECT q.position FROM queue q WHERE q.waitlist_id = $1
         AND NOT EXISTS (SELECT FROM erased_entries x WHERE x.waitlist_id = $1 AND x.seq = q.seq)
     )
     SELECT waiting_ahead($1, p) AS ahead, (SELECT count(*)::integer FROM waiting w WHERE w.position < p) AS counted
     FROM unnest($2::integer[]) WITH ORDINALITY AS given (p, n) ORDER BY n`,
    [waitlistId, positions],
  );
  expect(rows.map(({ ahead }) => ahead)).toEqual(rows.map(({ counted }) => counted));
}

const upTo = (last: number): number[] => Array.from({ length: last }, (_, index) => index + 1);

describe('the people who wait ahead', () => {
  it('are counted right while people move between blocks, up and back', async () => {
    const waitlistId = await engine.createWaitlist({ boost: 100 });
    const people = upTo(390).map(label => signupOf(`p${label}@x.test`));
    await callJoin(engine.pool, waitlistId, people);
    await erase(
      waitlistId,
      upTo(390).filter(seq => seq % 3 === 0),
    );
    await compare(waitlistId, upTo(390));

    const referrals = createReferralStore(engine.pool);
    for (const index of [126, 127, 129, 130, 229, 255, 256, 258, 388]) {
      const friend = signupOf(`friend-of-${index}@x.test`, {
        referrerCode: people[index]?.referralCode ?? null,
      });
      await callJoin(engine.pool, waitlistId, [friend]);
      await compare(waitlistId, upTo(391));
      if (index % 2 === 0) {
        await referrals.settle({ waitlistId, entryId: friend.entryId, state: 'revoked' });
        await compare(waitlistId, upTo(391));
      }
    }
    // Those who were pushed away from where they joined.
    await erase(
      waitlistId,
      upTo(390).filter(seq => seq % 5 === 0 && seq % 3 !== 0),
    );
    await compare(waitlistId, upTo(399));
  }, 60_000);

  it(`are counted right on a long list${verifies('place.ahead')}`, async () => {
    const waitlistId = await engine.createWaitlist();
    await engine.pool.query(
      `INSERT INTO entries (waitlist_id, seq, id, email_digest, referral_code, created_at)
       SELECT $1, n, gen_random_uuid(), sha256(int4send(n)), 'c' || n, now() FROM generate_series(1, 50000) n`,
      [waitlistId],
    );
    const edges = [
      1, 2, 127, 128, 129, 16_383, 16_384, 16_385, 16_512, 16_513, 32_768, 32_769, 49_999, 50_000,
    ];
    for (const gone of [edges, [130, 16_600, 32_000, 40_000]]) {
      await erase(waitlistId, gone);
      await compare(waitlistId, edges);
    }
  }, 60_000);
});
