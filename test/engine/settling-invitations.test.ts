import { beforeAll, describe, expect, it } from '@jest/globals';
import { createInvitationEmails } from '../../adapters/postgres/invitations/invitation-emails.ts';
import { createInvitationStore } from '../../adapters/postgres/invitations/invitation-store.ts';
import type { InvitationStore } from '../../core/invitations/invitation-store.ts';
import { verifies } from '../support/verifies.ts';
import { callJoin, invitationOf, shareEngine, signupOf } from './engine-fixture.ts';

const engine = shareEngine(5);
let invitations: InvitationStore;
beforeAll(async () => {
  invitations = createInvitationStore(engine.pool);
});

/** A waitlist with people, some of whom are invited. */
async function invitedList(people: number, count: number) {
  const waitlistId = await engine.createWaitlist();
  const signups = Array.from({ length: people }, (_, n) => signupOf(`p${n}@${waitlistId}.test`));
  await callJoin(engine.pool, waitlistId, signups);
  const codes: Buffer[] = [];
  const batch = await invitations.invite(invitationOf(engine, waitlistId, { count }, codes));
  if (!batch) throw new Error('There is no such waitlist');
  const redeem = (n: number) => invitations.redeem(engine.accountId, codes[n] as Buffer, crypto.randomUUID());
  const statuses = async () => (await engine.readQueue(waitlistId)).map(({ status }) => status);
  return { waitlistId, batchId: batch.id, redeem, statuses };
}

const expireAgo = (batchId: string, interval: string) =>
  engine.pool.query('UPDATE invitation_batches SET expires_at = now() - $2::interval WHERE id = $1', [
    batchId,
    interval,
  ]);
const leftOf = async (batchId: string) => {
  const { rows } = await engine.pool.query<{ state: string }>(
    'SELECT state FROM invitations WHERE batch_id = $1 ORDER BY seq',
    [batchId],
  );
  return rows.map(({ state }) => state);
};

describe('invitations that are emailed', () => {
  it(`touch no count of the list, whose lock they do not hold${verifies('invitations.settles')}`, async () => {
    const list = await invitedList(3, 2);
    const counts = async () => {
      const { rows } = await engine.pool.query(
        'SELECT xmin::text, kind, people FROM people_counts WHERE waitlist_id = $1 ORDER BY sort, level, block, kind',
        [list.waitlistId],
      );
      return rows;
    };
    const before = await counts();
    expect(before).not.toEqual([]);
    const { rows } = await engine.pool.query<{ id: string }>(
      'SELECT id FROM invitations WHERE batch_id = $1',
      [list.batchId],
    );
    await createInvitationEmails(engine.pool).settle(rows.map(({ id }) => id));
    expect((await invitations.get(list.waitlistId, list.batchId))?.unsent).toBe(0);
    expect(await counts()).toEqual(before);
  });
});

describe('invitations that nobody looks after', () => {
  it(`end if the job that would end them is lost${verifies('invitations.settles')}`, async () => {
    const list = await invitedList(2, 1);
    await engine.pool.query(`DELETE FROM outbox WHERE kind = 'expire_invitations'`);
    await expireAgo(list.batchId, '10 minutes');
    await invitations.sweep();
    expect(await list.statuses()).toEqual(['invited', 'waiting']);
    await expireAgo(list.batchId, '2 hours');
    await invitations.sweep();
    expect(await list.statuses()).toEqual(['waiting', 'waiting']);
  });

  it(`end if their email was parked for days, and leave no job${verifies('invitations.settles')}`, async () => {
    const list = await invitedList(3, 2);
    // Parked jobs are tried again, so only their age tells for how long they have failed.
    const park = (seq: number, ago: string) =>
      engine.pool.query(
        `UPDATE outbox o SET parked_at = now(), created_at = now() - $3::interval FROM invitations i
         WHERE i.waitlist_id = $1 AND i.seq = $2 AND o.payload ->> 'invitationId' = i.id::text`,
        [list.waitlistId, seq, ago],
      );
    await park(1, '4 days');
    await park(2, '1 day');
    await invitations.sweep();
    expect(await list.statuses()).toEqual(['waiting', 'invited', 'waiting']);
    expect(await invitations.get(list.waitlistId, list.batchId)).toMatchObject({ invited: 2, unsent: 1 });
    const { rows } = await engine.pool.query(
      `SELECT FROM outbox WHERE waitlist_id = $1 AND kind = 'invitation_email'`,
      [list.waitlistId],
    );
    expect(rows).toHaveLength(1);
  });

  it(`leave what was accepted 90 days after they expired, and nothing else${verifies('invitations.settles')}`, async () => {
    const [empty, kept] = [await invitedList(2, 2), await invitedList(3, 3)];
    await kept.redeem(1);
    for (const { batchId, waitlistId } of [empty, kept]) {
      await expireAgo(batchId, '1 day');
      await invitations.expire(waitlistId, batchId);
      await expireAgo(batchId, '89 days');
    }
    await invitations.sweep();
    expect([await leftOf(empty.batchId), await leftOf(kept.batchId)]).toEqual([
      ['ended', 'ended'],
      ['ended', 'accepted', 'ended'],
    ]);
    for (const { batchId } of [empty, kept]) await expireAgo(batchId, '91 days');
    await invitations.sweep();
    expect([await leftOf(empty.batchId), await leftOf(kept.batchId)]).toEqual([[], ['accepted']]);
    expect(await invitations.get(empty.waitlistId, empty.batchId)).toBeNull();
    expect(await invitations.get(kept.waitlistId, kept.batchId)).toMatchObject({ invited: 3, accepted: 1 });
    expect(await kept.redeem(1)).toMatchObject({ alreadyRedeemed: true });
    expect(await kept.statuses()).toEqual(['waiting', 'accepted', 'waiting']);
  });
});
