import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createInvitationStore } from '../../adapters/postgres/invitations/invitation-store.ts';
import { migrate, readMigrations } from '../../adapters/postgres/kernel/migrate.ts';
import type { InvitationStore, InviteRequest, NewBatch } from '../../core/invitations/invitation-store.ts';
import { createTestDatabase } from '../support/database.ts';
import { verifies } from '../support/verifies.ts';
import { invitationOf, shareEngine } from './engine-fixture.ts';

/** The most that a request may take. Alone on a machine, none here takes a fifth of it. */
const LONGEST_MS = 10_000;

const engine = shareEngine(5);
let invitations: InvitationStore;
beforeAll(async () => {
  invitations = createInvitationStore(engine.pool);
});

let waitlistId: string;
beforeEach(async () => {
  waitlistId = await engine.createWaitlist();
});

const fill = (people: number) =>
  engine.pool.query(
    `INSERT INTO entries (waitlist_id, seq, id, email_digest, referral_code, created_at)
     SELECT $1::uuid, n, gen_random_uuid(), sha256(($1::uuid::text || n)::bytea), 'x' || n, now() FROM generate_series(1, $2::integer) n`,
    [waitlistId, people],
  );

/** The first people's data was delivered to a database that is detached. */
const detach = (people: number) =>
  engine.pool.query(
    `WITH a AS (
       INSERT INTO database_attachments (waitlist_id, db_type, table_name, identity_digest, attached_at, next_seq)
       VALUES ($1, 'postgres', 't', '\\x00', now(), $2::integer + 1) RETURNING id
     )
     INSERT INTO delivered_ranges (waitlist_id, first_seq, last_seq, attachment_id) SELECT $1::uuid, 1, $2::integer, id FROM a`,
    [waitlistId, people],
  );

/** These people stopped the email. */
async function stop(from: number, to: number): Promise<void> {
  const { rows } = await engine.pool.query<{ mailbox: Buffer }>(
    'SELECT email_digest AS mailbox FROM entries WHERE waitlist_id = $1 AND seq BETWEEN $2 AND $3',
    [waitlistId, from, to],
  );
  const { stopOf } = invitationOf(engine, waitlistId, { count: 1 });
  await engine.pool.query(
    'INSERT INTO email_stops (waitlist_id, digest) SELECT $1, digest FROM unnest($2::bytea[]) AS digest',
    [waitlistId, rows.map(({ mailbox }) => stopOf(mailbox))],
  );
}

async function invite(who: InviteRequest['who'], changes: Partial<InviteRequest> = {}): Promise<NewBatch> {
  const start = performance.now();
  const batch = await invitations.invite({ ...invitationOf(engine, waitlistId, who), ...changes });
  expect(performance.now() - start).toBeLessThan(LONGEST_MS);
  if (!batch) throw new Error('There is no such waitlist');
  return batch;
}

async function invitedSeqs(): Promise<number[]> {
  const { rows } = await engine.pool.query<{ seq: number }>(
    `SELECT seq FROM invitations WHERE waitlist_id = $1 AND state = 'invited' ORDER BY seq`,
    [waitlistId],
  );
  return rows.map(({ seq }) => seq);
}

describe('people who cannot be emailed', () => {
  it(`are counted, and at most 500 named, in a database that is detached${verifies('invitations.skipped-bounded')}`, async () => {
    await fill(90_010);
    await detach(90_000);
    const preview = await invite({ count: 2 }, { isDryRun: true });
    const batch = await invite({ count: 2 });
    for (const made of [preview, batch]) {
      expect([made.invited, made.skipped.length]).toEqual([2, 500]);
      expect(made.skippedCounts).toEqual([{ reason: 'undeliverable', count: 90_000 }]);
    }
    expect(await invitedSeqs()).toEqual([90_001, 90_002]);
    expect((await invitations.get(waitlistId, batch.id))?.skipped).toEqual(batch.skipped);
    const { batches } = await invitations.list(waitlistId, { limit: 1, offset: 0 });
    expect(batches[0]?.skipped).toEqual(batch.skipped.slice(0, 20));
    expect(batches[0]?.skippedCounts).toEqual(batch.skippedCounts);
    const withdrawn = await invitations.withdraw(engine.accountId, waitlistId, batch.id);
    expect(withdrawn?.skippedCounts).toEqual(batch.skippedCounts);
  });

  it('are named in the order of their places, and found by their id when they are erased', async () => {
    await fill(300);
    await stop(1, 2);
    await detach(1);
    const { id, skipped } = await invite({ count: 1 });
    expect(skipped.map(({ reason }) => reason)).toEqual(['undeliverable', 'stopped']);
    await engine.pool.query('SELECT erase_entry($1, $2, $3)', [
      engine.accountId,
      waitlistId,
      skipped[0]?.entryId,
    ]);
    expect((await invitations.get(waitlistId, id))?.skipped).toEqual(skipped.slice(1));
    const { rows } = await engine.pool.query('SELECT seq FROM passed_over WHERE waitlist_id = $1', [
      waitlistId,
    ]);
    expect(rows).toEqual([{ seq: 2 }]);
  });

  it(`end a call, and the next one starts after them${verifies('invitations.skipped-progress')}`, async () => {
    await fill(60_100);
    await stop(1, 60_000);
    const compared: number[] = [];
    const stopOf = invitationOf(engine, waitlistId, { count: 1 }).stopOf;
    async function call(isDryRun: boolean): Promise<NewBatch> {
      let stops = 0;
      const batch = await invite(
        { count: 10 },
        {
          isDryRun,
          stopOf(mailbox) {
            stops++;
            return stopOf(mailbox);
          },
        },
      );
      compared.push(stops);
      return batch;
    }
    const found: number[] = [];
    for (let calls = 0; calls < 4; calls++) {
      const { invited, skippedCounts } = await call(calls % 2 === 0);
      if (invited > 0) expect(skippedCounts).toEqual([{ reason: 'stopped', count: 60_000 }]);
      found.push(invited);
    }
    // Nobody is compared twice, but those who are found and only previewed.
    expect(found.slice(0, 2)).toEqual([0, 0]);
    expect(found.at(-1)).toBe(10);
    for (const each of compared) expect(each).toBeLessThan(40_000);
    expect(await invitedSeqs()).toEqual(Array.from({ length: 10 }, (_, index) => 60_001 + index));
  });

  it('who were found undeliverable are looked at again after a week', async () => {
    await fill(3);
    await engine.pool.query(
      `INSERT INTO passed_over (waitlist_id, seq, reason, found_at)
       VALUES ($1, 1, 'undeliverable', now() - interval '8 days'), ($1, 2, 'undeliverable', now()),
              ($1, 3, 'stopped', now() - interval '1 year')`,
      [waitlistId],
    );
    await invitations.sweep();
    const { invited, skippedCounts } = await invite({ count: 3 });
    expect([invited, skippedCounts]).toEqual([
      1,
      [
        { reason: 'stopped', count: 1 },
        { reason: 'undeliverable', count: 1 },
      ],
    ]);
    expect(await invitedSeqs()).toEqual([1]);
  });
});

describe('batches from before', () => {
  it(`are counted, and at most 500 people of each stay${verifies('invitations.skipped-upgrade')}`, async () => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
      const all = await readMigrations(new URL('../../migrations/', import.meta.url));
      const connection = { connectionString: database.url };
      await migrate(
        connection,
        all.filter(({ name }) => name < '0028'),
      );
      const skipped = [
        { entryId: randomUUID(), reason: 'stopped' },
        ...Array.from({ length: 600 }, () => ({ entryId: randomUUID(), reason: 'undeliverable' })),
      ];
      const [id, empty, list] = [randomUUID(), randomUUID(), randomUUID()];
      await client.query(
        `INSERT INTO invitation_batches (id, waitlist_id, skipped, invited, expires_at, invite_url)
         VALUES ($1, $3, $4, 0, now() + interval '1 day', 'x'), ($2, $3, '[]', 0, now() + interval '1 day', 'x')`,
        [id, empty, list, JSON.stringify(skipped)],
      );
      await migrate(connection, all);
      const pool = new pg.Pool({ connectionString: database.url });
      const store = createInvitationStore(pool);
      expect(await store.get(list, id)).toMatchObject({
        skipped: skipped.slice(0, 500),
        skippedCounts: [
          { reason: 'undeliverable', count: 600 },
          { reason: 'stopped', count: 1 },
        ],
      });
      expect(await store.get(list, empty)).toMatchObject({ skipped: [], skippedCounts: [] });
      await pool.end();
    } finally {
      await client.end();
      await database.drop();
    }
  });
});
