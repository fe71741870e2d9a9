import { randomUUID } from 'node:crypto';
import { expect, it } from '@jest/globals';
import { createErasureStore } from '../../adapters/postgres/entries/erasure-store.ts';
import { createInvitationStore } from '../../adapters/postgres/invitations/invitation-store.ts';
import { createReferralStore } from '../../adapters/postgres/referrals/referral-store.ts';
import { verifies } from '../support/verifies.ts';
import { callJoin, codeFor, invitationOf, shareEngine, signupOf } from './engine-fixture.ts';

const WORKERS = 12;
const ROUNDS = 25;
/** Few enough that many know each other, and come back after they left. */
const PEOPLE = 150;

const engine = shareEngine(WORKERS + 4);

/** A seeded pseudo-random generator (Lehmer), so that a failing run can be reproduced. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return below => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

/**
 * How often a mailbox was credited at once, and a network with one referrer, at most.
 * @param networks - where each friend came from, by seq, also after they left
 */
async function mostCredited(waitlistId: string, networks: ReadonlyMap<number, string>) {
  const { rows } = await engine.pool.query<{ seq: number; referrer: number; mailbox: string }>(
    `SELECT seq, referrer_seq AS referrer, encode(mailbox, 'hex') AS mailbox FROM referrals
     WHERE waitlist_id = $1 AND reasons = '{}'`,
    [waitlistId],
  );
  const mostOf = (keys: readonly string[]): number =>
    Math.max(
      ...Map.groupBy(keys, key => key)
        .values()
        .map(({ length }) => length),
    );
  return {
    mailbox: mostOf(rows.map(({ mailbox }) => mailbox)),
    network: mostOf(
      rows.flatMap(({ seq, referrer }) => {
        const network = networks.get(seq);
        return network === undefined ? [] : [`${referrer} ${network}`];
      }),
    ),
  };
}

/** What must hold at every moment, read in one statement. */
async function expectWhole(waitlistId: string): Promise<number> {
  const { rows } = await engine.pool.query<{
    position: number;
    status: string;
    isErased: boolean;
    ahead: number;
    counted: number;
    credited: number;
    open: number;
    statuses: { waiting: number; invited: number; accepted: number };
  }>(
    `SELECT q.position, q.status, x.seq IS NOT NULL AS "isErased", waiting_ahead($1, q.position) AS ahead,
            q.referral_count AS counted,
            (SELECT count(*)::integer FROM referrals r
             WHERE r.waitlist_id = $1 AND r.referrer_seq = q.seq AND r.state = 'credited') AS credited,
            (SELECT count(*)::integer FROM invitations i
             WHERE i.waitlist_id = $1 AND i.seq = q.seq AND i.state <> 'ended') AS open,
            (SELECT row_to_json(c) FROM count_statuses($1) c) AS statuses
     FROM queue q LEFT JOIN erased_entries x ON x.waitlist_id = $1 AND x.seq = q.seq
     WHERE q.waitlist_id = $1 ORDER BY q.position`,
    [waitlistId],
  );
  let waiting = 0;
  const seen = { waiting: 0, invited: 0, accepted: 0 };
  for (const [index, row] of rows.entries()) {
    expect([row.position, row.ahead]).toEqual([index + 1, waiting]);
    expect(row.open).toBe(row.status === 'waiting' ? 0 : 1);
    // Also for friends and referrers who left.
    expect(row.counted).toBe(row.credited);
    if (row.isErased) continue;
    seen[row.status as keyof typeof seen]++;
    if (row.status === 'waiting') waiting++;
  }
  if (rows[0]) expect(rows[0].statuses).toEqual(seen);
  return rows.length;
}

it(`joining, leaving, joining again, settling, inviting, withdrawing, and redeeming at once keep every number right${verifies('referrals.count-is-ledger', 'referrals.mailbox-once', 'referrals.network-counts-left')}`, async () => {
  const waitlistId = await engine.createWaitlist({ boost: 40 });
  const { pool, accountId } = engine;
  const [invitations, referrals, erasures] = [
    createInvitationStore(pool),
    createReferralStore(pool),
    createErasureStore(pool),
  ];
  const joined: string[] = [];
  const networks = new Map<number, string>();
  const batches: string[] = [];
  const codes: Buffer[] = [];
  const letIn: string[] = [];
  const done: Record<string, number> = {};

  async function act(random: (below: number) => number): Promise<string> {
    const someone = joined[random(joined.length || 1)];
    const choice = someone === undefined ? 0 : random(11);
    if (choice <= 3) {
      const people = Array.from({ length: 1 + random(12) }, () => {
        const label = random(PEOPLE);
        return signupOf(`p${label}@x.test`, {
          referralCode: codeFor(`${waitlistId}/${label}`),
          // Half of them by a few who refer many.
          referrerCode: codeFor(`${waitlistId}/${random(random(2) === 0 ? 8 : PEOPLE)}`),
          isDisposable: random(4) === 0,
          mailboxDigest: random(8) === 0 ? Buffer.alloc(32, 1 + random(20)) : null,
          network: random(2) === 0 ? Buffer.alloc(16, random(2)) : null,
        });
      });
      const { positions } = await callJoin(pool, waitlistId, people);
      for (const [index, { entryId, network }] of people.entries()) {
        const place = positions?.[index];
        if (place == null) continue;
        joined.push(entryId);
        // Who has just joined stands where they stay in join order.
        if (network) networks.set(place, network.toString('hex'));
      }
      return 'join';
    }
    if (choice <= 5) {
      const state = random(2) === 0 ? 'credited' : 'revoked';
      // Whether or not the friend has left.
      const { rows } = await pool.query<{ id: string }>(
        `SELECT e.id FROM referrals r JOIN entries e USING (waitlist_id, seq)
         WHERE r.waitlist_id = $1 ORDER BY r.seq OFFSET $2 LIMIT 1`,
        [waitlistId, random(joined.length)],
      );
      return (await referrals.settle({ waitlistId, entryId: rows[0]?.id ?? someone ?? '', state }))
        ? 'settle'
        : 'not referred';
    }
    if (choice === 6) {
      const batch = await invitations.invite(
        invitationOf(engine, waitlistId, { count: 1 + random(9) }, codes),
      );
      batches.push(batch?.id ?? '');
      return 'invite';
    }
    if (choice === 7 && batches.length > 0) {
      await invitations.withdraw(accountId, waitlistId, batches[random(batches.length)] ?? '');
      return 'withdraw';
    }
    if (choice === 8 && codes.length > 0) {
      const redeemed = await invitations.redeem(
        accountId,
        codes[random(codes.length)] ?? Buffer.alloc(32),
        randomUUID(),
      );
      if (redeemed === null || redeemed === 'ended') return 'ended';
      if (!redeemed.alreadyRedeemed) letIn.push(redeemed.entryId);
      return 'redeem';
    }
    const erased = await erasures.erase(accountId, waitlistId, someone ?? '');
    if (erased) await erasures.forgetReferrer(erased);
    return 'erase';
  }

  let working = WORKERS;
  const work = async (worker: number): Promise<void> => {
    const random = generator(worker + 7);
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const what = await act(random);
        done[what] = (done[what] ?? 0) + 1;
      }
    } finally {
      working--;
    }
  };
  let audits = 0;
  const audit = async () => {
    for (; working > 0; audits++) await expectWhole(waitlistId);
  };
  await Promise.all([audit(), ...Array.from({ length: WORKERS }, (_, worker) => work(worker))]);

  expect(await expectWhole(waitlistId)).toBe(joined.length);
  const { mailbox, network } = await mostCredited(waitlistId, networks);
  expect(mailbox).toBe(1);
  expect(network).toBeLessThanOrEqual(3);
  expect(audits).toBeGreaterThan(3);
  expect(new Set(letIn).size).toBe(letIn.length);
  for (const what of ['join', 'settle', 'invite', 'withdraw', 'redeem', 'erase'])
    expect([what, done[what] ?? 0]).not.toEqual([what, 0]);
});
