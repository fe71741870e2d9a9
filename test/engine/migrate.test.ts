import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { grantApplicationRole, migrate, readMigrations } from '../../adapters/postgres/migrate.ts';
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
  });
});

describe('the role that the functions enter as', () => {
  const role = `functions_${randomBytes(4).toString('hex')}`;

  beforeEach(async () => {
    // What RDS brings along. It is of the cluster, so the test before may have made it.
    await client.query(`DO $$ BEGIN CREATE ROLE rds_iam; EXCEPTION WHEN duplicate_object THEN NULL; END $$`);
    await grantApplicationRole({ connectionString: database.url }, role);
  });

  afterEach(async () => {
    await client.query(`RESET ROLE; DROP OWNED BY ${role}; DROP ROLE ${role}`);
  });

  const may = async (privilege: string, table: string): Promise<boolean> =>
    (await client.query('SELECT has_table_privilege($1, $2, $3) AS may', [role, table, privilege])).rows[0]
      .may;

  it('reads and writes what the service keeps, and not what was migrated', async () => {
    expect(await Promise.all(['SELECT', 'INSERT', 'UPDATE', 'DELETE'].map(p => may(p, 'entries')))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(await may('TRUNCATE', 'entries')).toBe(false);
    expect(await may('SELECT', 'schema_migrations')).toBe(false);
  });

  it('has a new table from the moment its migration is committed: the release that serves may write there', async () => {
    await apply([
      '9001_later.sql',
      `CREATE TABLE later (id integer GENERATED ALWAYS AS IDENTITY);
       CREATE OR REPLACE FUNCTION note_later() RETURNS bigint LANGUAGE sql AS
         'INSERT INTO later DEFAULT VALUES RETURNING currval(pg_get_serial_sequence(''later'', ''id''))'`,
    ]);
    await client.query(`SET ROLE ${role}`);
    expect((await client.query('SELECT note_later() AS n')).rows).toEqual([{ n: '1' }]);
  });
});

describe('migration 0031', () => {
  it('grants the arrivals to whom the outbox was granted, for signups write there at once', async () => {
    const own = await readMigrations(new URL('../../migrations/', import.meta.url));
    const last = own.findIndex(({ name }) => name.startsWith('0031_'));
    const role = `before_${randomBytes(4).toString('hex')}`;
    await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    await migrate({ connectionString: database.url }, own.slice(0, last));
    await client.query(`CREATE ROLE ${role}; GRANT SELECT, INSERT ON outbox TO ${role}`);
    try {
      await migrate({ connectionString: database.url }, own.slice(0, last + 1));
      const { rows } = await client.query(
        `SELECT has_table_privilege($1, 'outbox_arrivals', 'INSERT') AS write`,
        [role],
      );
      expect(rows).toEqual([{ write: true }]);
    } finally {
      await client.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
  });
});
