import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { migrate, readMigrations } from '../../adapters/postgres/kernel/migrate.ts';
import { createVisitCounter } from '../../adapters/postgres/pages/visit-counter.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { eventually } from '../support/eventually.ts';
import { dayWithRoom } from '../support/midnight.ts';
import { verifies } from '../support/verifies.ts';
import { shareEngine, slugOf } from './engine-fixture.ts';

const MOST = 1000;

describe('visits by source', () => {
  const engine = shareEngine();

  const count = (
    waitlistId: string,
    sources: readonly string[],
    database: pg.Pool | pg.ClientBase = engine.pool,
  ) => database.query('SELECT count_visits($1, $2)', [sources.map(() => slugOf(waitlistId)), sources]);
  const visitsOf = async (waitlistId: string) =>
    (
      await engine.pool.query<{ source: string; visits: number }>(
        'SELECT source, visits::integer AS visits FROM source_visits WHERE waitlist_id = $1 ORDER BY source',
        [waitlistId],
      )
    ).rows.map(({ source, visits }) => [source, visits] as const);
  const names = (prefix: string, length: number) => Array.from({ length }, (_, nth) => `${prefix}-${nth}`);

  it(`are counted for several lists at once${verifies('visits.by-source')}`, async () => {
    const [one, two] = [await engine.createWaitlist(), await engine.createWaitlist()];
    const slugs = [one, two, one, one].map(slugOf);
    for (const _ of [1, 2])
      await engine.pool.query('SELECT count_visits($1, $2)', [
        [...slugs, 'no-such-list'],
        ['x', 'x', 'friend', 'x', 'y'],
      ]);
    expect(await visitsOf(one)).toEqual([
      ['friend', 2],
      ['x', 4],
    ]);
    expect(await visitsOf(two)).toEqual([['x', 2]]);
  });

  it(`tell 1,000 sources apart at most${verifies('visits.bounded')}`, async () => {
    const waitlistId = await engine.createWaitlist();
    await count(waitlistId, ['direct', 'friend', 'other', ...names('a', MOST - 2)]);
    // Two of them find room; one is known.
    await count(waitlistId, ['b-0', 'b-1', 'b-2', 'b-2', 'a-0', 'direct', 'friend']);
    await count(waitlistId, ['c', 'c', 'other']);
    const counted = new Map(await visitsOf(waitlistId));
    expect(counted.size).toBe(MOST + 3);
    expect(['a-0', 'b-0', 'b-1', 'b-2', 'c'].map(source => counted.get(source))).toEqual([
      2,
      1,
      1,
      undefined,
      undefined,
    ]);
    expect(['direct', 'friend', 'other'].map(source => counted.get(source))).toEqual([2, 2, 6]);
    const { rows } = await engine.pool.query('SELECT FROM facets WHERE waitlist_id = $1', [waitlistId]);
    expect(rows).toEqual([]);
  });

  it(`are as many when several calls add sources at once${verifies('visits.bounded')}`, async () => {
    await dayWithRoom();
    const waitlistId = await engine.createWaitlist();
    await Promise.all(names('call', 10).map(name => count(waitlistId, names(name, 300))));
    const counted = await visitsOf(waitlistId);
    expect(counted).toHaveLength(MOST + 1);
    expect(counted).toContainEqual(['other', 2000]);
  });

  /** Until a call waits for a lock. */
  const waitsIn = (call: string) =>
    eventually(async () => {
      const { rows } = await engine.pool.query(
        `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE $1 AND datname = current_database()`,
        [`SELECT ${call}(%`],
      );
      expect(rows).toHaveLength(1);
    });

  it(`of a list that is being deleted hold up nobody${verifies('visits.by-source')}`, async () => {
    await dayWithRoom();
    const waitlistId = await engine.createWaitlist();
    await count(waitlistId, ['x']);
    const holding = await engine.pool.connect();
    try {
      // The visit is half counted when the deletion comes, which waits for it. Then it adds a source.
      await holding.query('BEGIN');
      await holding.query(`UPDATE source_visits SET visits = visits WHERE waitlist_id = $1`, [waitlistId]);
      const counted = count(waitlistId, ['x', 'y']);
      await waitsIn('count_visits');
      const deleted = engine.pool.query('SELECT delete_waitlist($1, $2)', [engine.accountId, waitlistId]);
      await waitsIn('delete_waitlist');
      await holding.query('COMMIT');
      await Promise.all([counted, deleted]);
    } finally {
      holding.release();
    }
    await engine.pool.query('SELECT purge_waitlist_batch($1, 100)', [waitlistId]);
    expect(await visitsOf(waitlistId)).toEqual([]);
  });

  it(`of other lists count when one is deleted first${verifies('visits.by-source')}`, async () => {
    const [gone, kept] = [await engine.createWaitlist(), await engine.createWaitlist()];
    const visits = createVisitCounter(engine.pool);
    const deleting = await engine.pool.connect();
    try {
      await deleting.query('BEGIN');
      await deleting.query('SELECT delete_waitlist($1, $2)', [engine.accountId, gone]);
      const counted = Promise.all([gone, kept].map(id => visits.count(slugOf(id), 'x')));
      await waitsIn('count_visits');
      await deleting.query('COMMIT');
      await counted;
    } finally {
      deleting.release();
    }
    expect(await visitsOf(kept)).toEqual([['x', 1]]);
    expect(await visitsOf(gone)).toEqual([]);
  });
});

describe('visits of before', () => {
  let database: TestDatabase;
  let client: pg.Client;
  beforeEach(async () => {
    database = await createTestDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  });
  afterEach(async () => {
    await client.end();
    await database.drop();
  });

  it(`count as direct${verifies('visits.by-source', 'run.upgrades')}`, async () => {
    const migrations = await readMigrations(new URL('../../migrations/', import.meta.url));
    const tables = migrations.filter(({ name }) => name < '0041');
    await migrate({ connectionString: database.url }, tables);
    const [accountId, waitlistId] = [randomUUID(), randomUUID()];
    await client.query('INSERT INTO accounts (id, email) VALUES ($1, $2)', [accountId, 'a@x.test']);
    await client.query('INSERT INTO waitlists (id, account_id, slug, name) VALUES ($1, $2, $3, $3)', [
      waitlistId,
      accountId,
      'list',
    ]);
    await client.query(
      `INSERT INTO page_visits (waitlist_id, day, visits) SELECT $1, current_date - n, 10 FROM generate_series(0, 2) n`,
      [waitlistId],
    );
    await migrate({ connectionString: database.url }, migrations);
    const { rows } = await client.query('SELECT waitlist_id, source, visits::integer FROM source_visits');
    expect(rows).toEqual([{ waitlist_id: waitlistId, source: 'direct', visits: 30 }]);
  });
});
