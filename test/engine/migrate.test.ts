import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { migrate, readMigrations } from '../../adapters/postgres/migrate.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let client: pg.Client;

beforeEach(async () => {
  database = await createTestDatabase();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
});

afterEach(async () => {
  await client.end();
  await database.drop();
});

const apply = (...migrations: [name: string, sql: string][]): Promise<string[]> =>
  migrate(
    { connectionString: database.url },
    migrations.map(([name, sql]) => ({ name, sql })),
  );
const exists = async (table: string): Promise<boolean> =>
  (await client.query('SELECT to_regclass($1) IS NOT NULL AS found', [table])).rows[0].found;

describe('migrations', () => {
  it('are applied once, in order, and those of the service are all there', async () => {
    expect(
      await apply(
        ['9001_one.sql', 'CREATE TABLE one (id integer)'],
        ['9002_two.sql', 'ALTER TABLE one ADD b text'],
      ),
    ).toEqual(['9001_one.sql', '9002_two.sql']);
    expect(await apply(['9001_one.sql', 'CREATE TABLE one (id integer)'])).toEqual([]);
    const own = await readMigrations(new URL('../../migrations/', import.meta.url));
    expect(await migrate({ connectionString: database.url }, own)).toEqual([]);
  });

  it('stop at one that fails, which leaves nothing and is named; those before it stay', async () => {
    const broken = 'CREATE TABLE half (id integer); SELECT 1 / 0';
    await expect(
      apply(
        ['9001_good.sql', 'CREATE TABLE good (id integer)'],
        ['9002_broken.sql', broken],
        ['9003_later.sql', 'CREATE TABLE later (id integer)'],
      ),
    ).rejects.toThrow('Migration 9002_broken.sql failed: division by zero');
    expect(await Promise.all(['good', 'half', 'later'].map(exists))).toEqual([true, false, false]);
    // It was not applied, so it may be mended.
    expect(await apply(['9002_broken.sql', 'CREATE TABLE half (id integer)'])).toEqual(['9002_broken.sql']);
  });

  it('refuse one that was edited after it was applied', async () => {
    await apply(['9001_one.sql', 'CREATE TABLE one (id integer)']);
    await expect(apply(['9001_one.sql', 'CREATE TABLE one (id bigint)'])).rejects.toThrow(
      '9001_one.sql was edited',
    );
  });

  it('are applied by one of several that start together', async () => {
    const both = await Promise.all(
      [1, 2, 3].map(() => apply(['9001_one.sql', 'CREATE TABLE one (id integer)'])),
    );
    expect(both.flat()).toEqual(['9001_one.sql']);
  });

  it('let others by while a table is in use, and are applied when it is free', async () => {
    const user = new pg.Client({ connectionString: database.url });
    await user.connect();
    try {
      await user.query('BEGIN; SELECT count(*) FROM waitlists');
      const applied = apply(['9001_column.sql', 'ALTER TABLE waitlists ADD COLUMN extra text']);
      const waits = async (): Promise<boolean> =>
        (await client.query(`SELECT FROM pg_locks WHERE NOT granted AND relation = 'waitlists'::regclass`))
          .rowCount === 1;
      while (!(await waits()));
      // It waits behind the change, which gives up for a moment: it is answered while the first is still at it.
      await client.query('SELECT count(*) FROM waitlists');
      await user.query('COMMIT');
      expect(await applied).toEqual(['9001_column.sql']);
    } finally {
      await user.end();
    }
  }, 60_000);
});
