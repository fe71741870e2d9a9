import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  EditedMigrationError,
  grantApplicationRole,
  migrate,
  readMigrations,
} from '../../adapters/postgres/kernel/migrate.ts';
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

const apply = (...migrations: (readonly [name: string, sql: string])[]): Promise<string[]> =>
  migrate(
    { connectionString: database.url },
    migrations.map(([name, sql]) => ({ name, sql })),
  );
const exists = async (table: string): Promise<boolean> =>
  (await client.query('SELECT to_regclass($1) IS NOT NULL AS found', [table])).rows[0].found;
const ONE = ['9001_one.sql', 'CREATE TABLE one (id integer)'] as const;
const routine = (result: number) =>
  [
    'routines/answers.sql',
    `CREATE OR REPLACE FUNCTION answer() RETURNS integer LANGUAGE sql AS 'SELECT ${result}'`,
  ] as const;
const answer = async (): Promise<number> => (await client.query('SELECT answer()')).rows[0].answer;

describe('migrations', () => {
  it('are applied once, in order, including those of the service', async () => {
    expect(await apply(ONE, ['9002_two.sql', 'ALTER TABLE one ADD b text'])).toEqual([
      '9001_one.sql',
      '9002_two.sql',
    ]);
    expect(await apply(ONE)).toEqual([]);
    const own = await readMigrations(new URL('../../migrations/', import.meta.url));
    expect(own.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['0001_accounts.sql', 'routines/signups.sql']),
    );
    expect(await migrate({ connectionString: database.url }, own)).toEqual([]);
  });

  it('leave no changes when one fails, and the error names it', async () => {
    const broken = 'CREATE TABLE half (id integer); SELECT 1 / 0';
    await expect(apply(ONE, ['9002_broken.sql', broken], routine(1))).rejects.toThrow(
      'Migration 9002_broken.sql failed: division by zero',
    );
    expect(await Promise.all(['one', 'half'].map(exists))).toEqual([false, false]);
    // It was never applied, so editing it is allowed.
    expect(await apply(ONE, ['9002_broken.sql', 'CREATE TABLE half (id integer)'])).toEqual([
      '9001_one.sql',
      '9002_broken.sql',
    ]);
  });

  it('leave no changes when a routine fails', async () => {
    await expect(apply(ONE, ['routines/broken.sql', 'CREATE VIEW v AS SELECT nothing'])).rejects.toThrow(
      'Migration routines/broken.sql failed: column "nothing" does not exist',
    );
    expect(await exists('one')).toBe(false);
  });

  it('are rejected if one was edited after it was applied', async () => {
    await apply(ONE);
    const edited = apply(['9001_one.sql', 'CREATE TABLE one (id bigint)']);
    await expect(edited).rejects.toThrow(EditedMigrationError);
    await expect(edited).rejects.toThrow('9001_one.sql was edited');
  });

  it('are applied by only one of several servers that start together', async () => {
    const all = await Promise.all([1, 2, 3].map(() => apply(ONE, routine(1))));
    expect(all.flat()).toEqual(['9001_one.sql', 'routines/answers.sql']);
  });

  it('do not block queries while a table is in use, and are applied once it is free', async () => {
    const user = new pg.Client({ connectionString: database.url });
    await user.connect();
    try {
      await user.query('BEGIN; SELECT count(*) FROM waitlists');
      const column = { name: '9001_column.sql', sql: 'ALTER TABLE waitlists ADD COLUMN extra text' };
      const patience = { timeoutMs: 500, pauseMs: 100 };
      const applied = migrate({ connectionString: database.url }, [column], patience);
      const waits = async (): Promise<boolean> =>
        (await client.query(`SELECT FROM pg_locks WHERE NOT granted AND relation = 'waitlists'::regclass`))
          .rowCount === 1;
      while (!(await waits()));
      // It queues behind the migration, whose lock timeout is short, so it runs while the first still uses the table.
      await client.query('SELECT count(*) FROM waitlists');
      await user.query('COMMIT');
      expect(await applied).toEqual(['9001_column.sql']);
    } finally {
      await user.end();
    }
  });
});

describe('routines', () => {
  it('are applied again when their file changes, and only then', async () => {
    expect(await apply(ONE, routine(1))).toEqual(['9001_one.sql', 'routines/answers.sql']);
    expect(await apply(ONE, routine(1))).toEqual([]);
    expect(await apply(ONE, routine(2))).toEqual(['routines/answers.sql']);
    expect(await answer()).toBe(2);
    // A rollback to the previous release.
    expect(await apply(ONE, routine(1))).toEqual(['routines/answers.sql']);
    expect(await answer()).toBe(1);
  });

  it('are applied again after a new migration, which may drop a view to change its table', async () => {
    const view = ['routines/views.sql', 'CREATE OR REPLACE VIEW ones AS SELECT id FROM one'] as const;
    await apply(ONE, view);
    const wider = 'DROP VIEW ones; ALTER TABLE one ALTER id TYPE bigint';
    expect(await apply(ONE, ['9002_wider.sql', wider], view)).toEqual([
      '9002_wider.sql',
      'routines/views.sql',
    ]);
    expect(await exists('ones')).toBe(true);
  });

  it('with a changed return type need a migration that drops the old one', async () => {
    await apply(ONE, routine(1));
    const text = [
      'routines/answers.sql',
      `CREATE OR REPLACE FUNCTION answer() RETURNS text LANGUAGE sql AS $$ SELECT 'x' $$`,
    ] as const;
    await expect(apply(ONE, text)).rejects.toThrow('cannot change return type');
    await apply(ONE, ['9002_drop_answer.sql', 'DROP FUNCTION answer()'], text);
    expect(await answer()).toBe('x');
  });
});

describe('the database role of the functions', () => {
  const role = `functions_${randomBytes(4).toString('hex')}`;

  beforeEach(async () => {
    // RDS provides it. Roles belong to the cluster, so an earlier test may have created it.
    await client.query(`DO $$ BEGIN CREATE ROLE rds_iam; EXCEPTION WHEN duplicate_object THEN NULL; END $$`);
    await grantApplicationRole({ connectionString: database.url }, role);
  });

  afterEach(async () => {
    await client.query(`RESET ROLE; DROP OWNED BY ${role}; DROP ROLE ${role}`);
  });

  const may = async (privilege: string, table: string): Promise<boolean> =>
    (await client.query('SELECT has_table_privilege($1, $2, $3) AS may', [role, table, privilege])).rows[0]
      .may;

  it('can read and write rows, but not the migration history', async () => {
    expect(await Promise.all(['SELECT', 'INSERT', 'UPDATE', 'DELETE'].map(p => may(p, 'entries')))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(await may('TRUNCATE', 'entries')).toBe(false);
    expect(await may('SELECT', 'schema_migrations')).toBe(false);
  });

  it('can use a new table as soon as its migration is committed', async () => {
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
