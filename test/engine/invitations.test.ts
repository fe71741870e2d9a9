import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createStopStore } from '../../adapters/postgres/email/stop-store.ts';
import { createSuppressionStore } from '../../adapters/postgres/email/suppression-store.ts';
import { createInvitationStore } from '../../adapters/postgres/invitations/invitation-store.ts';
import type { InvitationStore } from '../../core/invitations/invitation-store.ts';
import { eventually } from '../support/eventually.ts';
import { callJoin, invitationOf, shareEngine, signupOf } from './engine-fixture.ts';

const engine = shareEngine(30);
let invitations: InvitationStore;
beforeAll(async () => {
  invitations = createInvitationStore(engine.pool);
});

/** A waitlist with so many people, whose addresses are on no other. */
async function newList(size: number) {
  const waitlistId = await engine.createWaitlist({ boost: 100 });
  const people = Array.from({ length: size }, (_, label) => signupOf(`p${label}@${waitlistId}.test`));
  await callJoin(engine.pool, waitlistId, people);
  return { waitlistId, people, ids: people.map(({ entryId }) => entryId) };
}

async function invite(waitlistId: string, who: { count: number } | { entryIds: readonly string[] }) {
  const made: Buffer[] = [];
  const batch = await invitations.invite(invitationOf(engine, waitlistId, who, made));
  if (!batch) throw new Error('There is no such waitlist');
  return { ...batch, codes: made };
}

/** The ids of those with a status, by place. */
const having = async (waitlistId: string, status: string): Promise<string[]> =>
  (await engine.readQueue(waitlistId)).filter(one => one.status === status).map(({ id }) => id);

/** Positions are 1 to n, and everyone's number of people ahead is right. */
async function expectWhole(waitlistId: string): Promise<void> {
  const queue = await engine.readQueue(waitlistId);
  expect(queue.map(({ position }) => position)).toEqual(queue.map((_, index) => index + 1));
  const { rows } = await engine.pool.query<{ ahead: number }>(
    'SELECT waiting_ahead($1, n) AS ahead FROM generate_series(1, $2::integer) n ORDER BY n',
    [waitlistId, queue.length],
  );
  let waiting = 0;
  for (const [index, { status }] of queue.entries()) {
    expect(rows[index]?.ahead).toBe(waiting);
    if (status === 'waiting') waiting += 1;
  }
}

describe('invitations', () => {
  it('never take a person twice, ten batches at once, while others join, move, and are withdrawn', async () => {
    const { waitlistId, people } = await newList(400);
    const friends = Array.from({ length: 40 }, (_, n) =>
      callJoin(engine.pool, waitlistId, [
        signupOf(`friend${n}@x.test`, {
          referrerCode: people[(n * 53 + 100) % 400]?.referralCode ?? null,
        }),
      ]),
    );
    const withdrawn = (async () => {
      const { id } = await invite(waitlistId, { count: 20 });
      await invitations.withdraw(engine.accountId, waitlistId, id);
    })();
    const batches = await Promise.all(Array.from({ length: 10 }, () => invite(waitlistId, { count: 30 })));
    await Promise.all([...friends, withdrawn]);

    expect(batches.map(({ invited }) => invited)).toEqual(Array(10).fill(30));
    expect(await having(waitlistId, 'invited')).toHaveLength(300);
    await expectWhole(waitlistId);
  });

  it('take the first who wait, by place, however many were let in before them', async () => {
    const { waitlistId, ids } = await newList(300);
    const first = await invite(waitlistId, { count: 260 });
    expect([first.invited, first.skipped]).toEqual([260, []]);
    const second = await invite(waitlistId, { count: 100 });
    expect(second.invited).toBe(40);
    expect(await having(waitlistId, 'invited')).toEqual(ids);

    await invitations.withdraw(engine.accountId, waitlistId, first.id);
    expect(await having(waitlistId, 'waiting')).toEqual(ids.slice(0, 260));
    await expectWhole(waitlistId);
    await invite(waitlistId, { count: 2 });
    expect(await having(waitlistId, 'waiting')).toEqual(ids.slice(2, 260));
  });

  it.each([
    ['the first is erased', `SELECT erase_entry($1, $2, $3)`],
    ['the data of the first is hidden', 'SELECT detach_database($1, $2) WHERE $3::uuid IS NOT NULL'],
  ])('are chosen before the lock, with their codes, and again if %s meanwhile', async (_, change) => {
    const { waitlistId, ids } = await newList(4);
    await engine.pool.query(`SELECT attach_database($1, $2, 'postgres', 't', '\\x01', '\\x02')`, [
      engine.accountId,
      waitlistId,
    ]);
    await engine.pool.query(
      `SELECT record_delivery($1, w.database_id, 1, 1) FROM waitlists w WHERE w.id = $1`,
      [waitlistId],
    );
    const made: Buffer[] = [];
    const holder = await engine.pool.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT pg_advisory_xact_lock(waitlist_lock_key($1))', [waitlistId]);
    const inviting = invitations.invite(invitationOf(engine, waitlistId, { count: 2 }, made));
    await eventually(async () => expect(made).toHaveLength(2));
    await holder.query(change, [engine.accountId, waitlistId, ids[0]]);
    await holder.query('COMMIT');
    holder.release();
    expect(await inviting).toMatchObject({ invited: 2, first: ids.slice(1, 3) });
    expect(made).toHaveLength(2);
    expect(await having(waitlistId, 'invited')).toEqual(ids.slice(1, 3));
  });

  it('pass over people who cannot be mailed, name them, and do not count them', async () => {
    const { waitlistId, people, ids } = await newList(6);
    const [bounced, stopped] = [people[0], people[2]];
    if (!bounced || !stopped) throw new Error('The list is too short');
    await createSuppressionStore(engine.pool).suppress({
      recipient: Buffer.from(bounced.emailDigest),
      reason: 'bounce',
      waitlist: waitlistId,
      at: new Date(),
    });
    const { stopOf } = invitationOf(engine, waitlistId, { count: 1 });
    await createStopStore(engine.pool).stop(waitlistId, stopOf(stopped.emailDigest));

    const passed = [
      { entryId: ids[0], reason: 'undeliverable' },
      { entryId: ids[2], reason: 'stopped' },
    ];
    const request = invitationOf(engine, waitlistId, { count: 3 });
    expect(await invitations.invite({ ...request, isDryRun: true })).toMatchObject({
      invited: 3,
      skipped: passed,
    });
    expect(await having(waitlistId, 'invited')).toEqual([]);
    expect(await invite(waitlistId, { count: 3 })).toMatchObject({ invited: 3, skipped: passed });
    expect(await having(waitlistId, 'invited')).toEqual([ids[1], ids[3], ids[4]]);
  });

  it('of people picked by hand skip the others, each with a reason', async () => {
    const { waitlistId, ids } = await newList(4);
    const elsewhere = await newList(1);
    const { codes } = await invite(waitlistId, { entryIds: [ids[1] as string, ids[2] as string] });
    await invitations.redeem(engine.accountId, codes[0] as Buffer, randomUUID());
    const nobody = randomUUID();
    const picked = [...ids, ids[3], nobody, elsewhere.ids[0]] as string[];
    const batch = await invite(waitlistId, { entryIds: picked });
    expect(batch.invited).toBe(2);
    expect(new Set(batch.skipped)).toEqual(
      new Set([
        { entryId: ids[1], reason: 'accepted' },
        { entryId: ids[2], reason: 'invited' },
        { entryId: nobody, reason: 'not_found' },
        { entryId: elsewhere.ids[0], reason: 'not_found' },
      ]),
    );
    expect(await having(elsewhere.waitlistId, 'invited')).toEqual([]);
  });

  it('let each person in once, also when the code is sent twenty times at once', async () => {
    const { waitlistId, ids } = await newList(3);
    const { id, codes } = await invite(waitlistId, { count: 2 });
    const code = codes[1] as Buffer;
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => invitations.redeem(engine.accountId, code, randomUUID())),
    );
    expect(
      answers.filter(answer => answer !== null && answer !== 'ended' && !answer.alreadyRedeemed),
    ).toEqual([{ waitlistId, entryId: ids[1], alreadyRedeemed: false }]);
    expect(await having(waitlistId, 'accepted')).toEqual([ids[1]]);
    // What was accepted stays.
    expect(await invitations.withdraw(engine.accountId, waitlistId, id)).toMatchObject({
      invited: 2,
      accepted: 1,
      withdrawnAt: expect.any(Date),
    });
    expect(await having(waitlistId, 'waiting')).toEqual([ids[0], ids[2]]);
    expect(await invitations.redeem(engine.accountId, codes[0] as Buffer, randomUUID())).toBe('ended');
    await expectWhole(waitlistId);
  });

  it('end when they expire, and their people wait again at the same places', async () => {
    const { waitlistId, ids } = await newList(3);
    const { id, codes } = await invite(waitlistId, { count: 2 });
    await invitations.expire(waitlistId, id);
    expect(await having(waitlistId, 'invited')).toEqual(ids.slice(0, 2));

    await engine.pool.query(`UPDATE invitation_batches SET expires_at = now() WHERE id = $1`, [id]);
    // Before the job has ended them.
    expect(await invitations.redeem(engine.accountId, codes[0] as Buffer, randomUUID())).toBe('ended');
    await invitations.expire(waitlistId, id);
    expect(await having(waitlistId, 'waiting')).toEqual(ids);
    await expectWhole(waitlistId);
  });

  it('are those of one account', async () => {
    const { waitlistId } = await newList(2);
    const { id, codes } = await invite(waitlistId, { count: 1 });
    const stranger = randomUUID();
    expect(await invitations.redeem(stranger, codes[0] as Buffer, randomUUID())).toBeNull();
    expect(await invitations.withdraw(stranger, waitlistId, id)).toBeNull();
    const request = invitationOf(engine, waitlistId, { count: 1 });
    expect(await invitations.invite({ ...request, accountId: stranger })).toBeNull();
    expect(await having(waitlistId, 'invited')).toHaveLength(1);
  });

  it('of an erased person are gone, and the person counts as gone once', async () => {
    const { waitlistId, ids } = await newList(130);
    const { codes } = await invite(waitlistId, { count: 1 });
    await engine.pool.query('SELECT erase_entry($1, $2, $3)', [engine.accountId, waitlistId, ids[0]]);
    expect(await invitations.redeem(engine.accountId, codes[0] as Buffer, randomUUID())).toBeNull();
    // In the next block, where the counts tell.
    const { rows } = await engine.pool.query('SELECT waiting_ahead($1, 130) AS ahead', [waitlistId]);
    expect(rows).toEqual([{ ahead: 128 }]);
  });
});
