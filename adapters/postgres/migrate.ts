import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { withClient } from './with-client.ts';

/** One numbered SQL file: `0001_accounts.sql`. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** All servers of a database take this advisory lock while they migrate, so that one does and the others wait. */
const MIGRATION_LOCK = 4_216_001;

const digest = (sql: string): string => createHash('sha256').update(sql).digest('hex');

/** The migrations of a folder, in the order of their numbers. */
export async function readMigrations(folder: URL): Promise<Migration[]> {
  const names = (await readdir(folder)).filter(name => /^\d{4}_\w+\.sql$/.test(name)).sort();
  return Promise.all(names.map(async name => ({ name, sql: await readFile(new URL(name, folder), 'utf8') })));
}

/**
 * Applies what a database has not seen yet, in order, each migration in a transaction of its own.
 * @returns the names of those that were applied.
 * @throws {Error} when an applied migration was edited since, or one fails; nothing of the failed one stays.
 */
export async function migrate(
  connection: pg.ClientConfig,
  migrations: readonly Migration[],
): Promise<string[]> {
  // Ending the session releases the lock.
  return withClient({ ...connection, application_name: 'anteroom-migrate' }, async client => {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations (
      name text PRIMARY KEY, digest text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`);
    const { rows } = await client.query<{ name: string; digest: string }>(
      'SELECT name, digest FROM schema_migrations',
    );
    const seen = new Map(rows.map(row => [row.name, row.digest]));

    const applied: string[] = [];
    for (const { name, sql } of migrations) {
      const known = seen.get(name);
      if (known === digest(sql)) continue;
      if (known !== undefined)
        throw new Error(`Migration ${name} was edited after it was applied; write a new one`);
      await applyOne(client, name, sql);
      applied.push(name);
    }
    return applied;
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
 * A change of a table waits until nobody uses it, and everybody who comes later waits behind that. So it waits for a moment
 * only, lets them by, and tries again: five minutes in all.
 */
const LOCK_TIMEOUT_MS = 3_000;
const LOCK_TRIES = 60;
const LOCK_PAUSE_MS = 2_000;
const LOCK_NOT_AVAILABLE = '55P03';

async function applyOnce(client: pg.Client, name: string, sql: string): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(sql);
    await client.query('INSERT INTO schema_migrations (name, digest) VALUES ($1, $2)', [name, digest(sql)]);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

async function applyOne(client: pg.Client, name: string, sql: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      return await applyOnce(client, name, sql);
    } catch (cause) {
      if ((cause as { code?: string }).code === LOCK_NOT_AVAILABLE && tries < LOCK_TRIES) {
        await setTimeout(LOCK_PAUSE_MS);
        continue;
      }
      throw new Error(`Migration ${name} failed: ${cause instanceof Error ? cause.message : String(cause)}`, {
        cause,
      });
    }
  }
}

/**
 * Makes the role that the functions enter as, by IAM token, and gives it what they need. Safe to repeat.
 *
 * What later migrations add is granted as it is made: from the moment a migration is committed, the procedures that it
 * changed run for the release that still serves.
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
