import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { withClient } from './with-client.ts';

/**
 * One SQL file: `0001_accounts.sql` is applied once, `routines/signups.sql` (functions, procedures, views) again whenever
 * it changes.
 */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** A migration was changed after the database applied it. */
export class EditedMigrationError extends Error {
  override readonly name = 'EditedMigrationError';
}

/** Every server of a database takes this advisory lock to migrate, so that one does and the others wait. */
const MIGRATION_LOCK = 4_216_001;

const ROUTINES = 'routines/';

const digest = (sql: string): string => createHash('sha256').update(sql).digest('hex');

/** The SQL files of a folder in the order in which they are applied: the numbered ones, then the routines by name. */
export async function readMigrations(folder: URL): Promise<Migration[]> {
  const numbered = (await readdir(folder)).filter(name => /^\d{4}_\w+\.sql$/.test(name));
  const routines = (await readdir(new URL(ROUTINES, folder))).filter(name => name.endsWith('.sql'));
  const names = [...numbered.sort(), ...routines.sort().map(name => ROUTINES + name)];
  return Promise.all(names.map(async name => ({ name, sql: await readFile(new URL(name, folder), 'utf8') })));
}

/**
 * The files that a database lacks. A new migration may drop a view or a function to change what it depends on, so all
 * routines are applied after it.
 */
function findPending(migrations: readonly Migration[], applied: ReadonlyMap<string, string>): Migration[] {
  const changed = migrations.filter(({ name, sql }) => applied.get(name) !== digest(sql));
  const numbered = changed.filter(({ name }) => !name.startsWith(ROUTINES));
  const edited = numbered.find(({ name }) => applied.has(name));
  if (edited)
    throw new EditedMigrationError(
      `Migration ${edited.name} was edited after it was applied; write a new one`,
    );
  return numbered.length === 0
    ? changed
    : [...numbered, ...migrations.filter(({ name }) => name.startsWith(ROUTINES))];
}

/**
 * A change to a table waits until nobody uses it, and later users of the table wait behind that change. So it waits
 * briefly, lets them pass and tries again: five minutes in all.
 */
const LOCK_PATIENCE = { timeoutMs: 3_000, pauseMs: 2_000 };
const LOCK_TRIES = 60;
const LOCK_NOT_AVAILABLE = '55P03';

async function applyFile(client: pg.Client, { name, sql }: Migration): Promise<void> {
  try {
    await client.query(sql);
  } catch (cause) {
    throw new Error(`Migration ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
  await client.query(
    `INSERT INTO schema_migrations (name, digest) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET digest = excluded.digest, applied_at = now()`,
    [name, digest(sql)],
  );
}

async function applyPending(
  client: pg.Client,
  migrations: readonly Migration[],
  lockTimeoutMs: number,
): Promise<string[]> {
  await client.query('BEGIN');
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      name text PRIMARY KEY, digest text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    const { rows } = await client.query<{ name: string; digest: string }>(
      'SELECT name, digest FROM schema_migrations',
    );
    const pending = findPending(migrations, new Map(rows.map(row => [row.name, row.digest])));
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`);
    for (const migration of pending) await applyFile(client, migration);
    await client.query('COMMIT');
    return pending.map(({ name }) => name);
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

function isLockTimeout(error: unknown): boolean {
  const { cause } = error as { cause?: { code?: string } };
  return cause?.code === LOCK_NOT_AVAILABLE;
}

/**
 * Applies the files that a database lacks, in order and in one transaction.
 * @param patience - how long to wait for tables that are in use, and how long to let others use them before the next try
 * @returns the names of the files that were applied
 * @throws {EditedMigrationError} when an applied migration was edited since
 * @throws {Error} if one fails; all of them are rolled back
 */
export async function migrate(
  connection: pg.ClientConfig,
  migrations: readonly Migration[],
  patience = LOCK_PATIENCE,
): Promise<string[]> {
  return withClient({ ...connection, application_name: 'anteroom-migrate' }, async client => {
    for (let tries = 1; ; tries++) {
      try {
        return await applyPending(client, migrations, patience.timeoutMs);
      } catch (error) {
        if (!isLockTimeout(error) || tries === LOCK_TRIES) throw error;
        await setTimeout(patience.pauseMs);
      }
    }
  });
}

/** Whether a database has been migrated at least once. */
export const isMigrated = (connection: pg.ClientConfig): Promise<boolean> =>
  withClient(connection, async client => {
    const { rows } = await client.query<{ migrated: boolean }>(
      "SELECT to_regclass('schema_migrations') IS NOT NULL AS migrated",
    );
    return rows[0]?.migrated ?? false;
  });

/**
 * Creates the role that the functions connect as, with an IAM token, and grants it what they need. Idempotent.
 *
 * Default privileges cover what later migrations create: as soon as those are committed, the release that still serves
 * calls the changed routines.
 */
export async function grantApplicationRole(connection: pg.ClientConfig, role: string): Promise<void> {
  await withClient({ ...connection, application_name: 'anteroom-migrate' }, async client => {
    const name = client.escapeIdentifier(role);
    const { rowCount } = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
    if (!rowCount) await client.query(`CREATE ROLE ${name} LOGIN`);
    await client.query(`GRANT rds_iam TO ${name}`);
    await client.query(`GRANT USAGE ON SCHEMA public TO ${name}`);
    for (const [privileges, kind] of [
      ['SELECT, INSERT, UPDATE, DELETE', 'TABLES'],
      ['USAGE', 'SEQUENCES'],
      ['EXECUTE', 'ROUTINES'],
    ]) {
      await client.query(`GRANT ${privileges} ON ALL ${kind} IN SCHEMA public TO ${name}`);
      await client.query(
        `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT ${privileges} ON ${kind} TO ${name}`,
      );
    }
    await client.query(`REVOKE ALL ON schema_migrations FROM ${name}`);
  });
}
