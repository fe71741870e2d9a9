import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import pg from 'pg';
import { ApiError, ValidationError } from '../../core/kernel/errors.ts';
import type { Environment } from '../../settings/read-settings.ts';
import { borrowEmbeddedPostgres } from '../embedded-postgres.ts';
import { migrateDatabase, reaching } from '../migrate-database.ts';
import { type LocalSettings, readLocalSettings } from '../settings.ts';
import type { AdminCommand } from './admin-command.ts';
import { ADMIN_COMMANDS } from './commands.ts';
import { PREFIX } from './help.ts';

function misused(message: string, usages: readonly string[]): ApiError {
  const lines = usages.map(usage => `${PREFIX} ${usage}`);
  return new ApiError('validation_failed', message, {
    resolution: `Usage: ${lines.join('; ')}. ${PREFIX} --help explains it.`,
  });
}

function parseOptions(command: AdminCommand, args: string[]): Record<string, string> {
  const { usage, required, optional, flags = [] } = command;
  const options: ParseArgsOptionsConfig = {
    ...Object.fromEntries([...required, ...optional].map(name => [name, { type: 'string' }])),
    // The output always is JSON; people who are used to ask for it may.
    ...Object.fromEntries([...flags, 'json'].map(name => [name, { type: 'boolean' }])),
  };
  let values: ReturnType<typeof parseArgs>['values'];
  try {
    ({ values } = parseArgs({ args, options, strict: true, allowPositionals: false }));
  } catch (error) {
    throw misused(error instanceof Error ? error.message : String(error), [usage]);
  }
  const missing = required.filter(name => values[name] === undefined);
  if (missing.length > 0)
    throw misused(`Missing option: ${missing.map(name => `--${name}`).join(', ')}`, [usage]);
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(value)]));
}

/** Finds the command by its first two words, and parses its options. */
function parseCommand(args: readonly string[]): { command: AdminCommand; options: Record<string, string> } {
  const [group = '', verb = '', ...rest] = args;
  const command = ADMIN_COMMANDS.get(`${group} ${verb}`);
  if (!command) {
    const usages = [...ADMIN_COMMANDS.values()].map(({ usage }) => usage);
    const similar = usages.filter(usage => usage.startsWith(`${group} `));
    throw misused('Unknown command', similar.length > 0 ? similar : usages);
  }
  return { command, options: parseOptions(command, rest) };
}

/** `DATABASE_URL`, or the embedded database of `DATA_DIR`, whether or not a server is running. */
async function openDatabase({ DATABASE_URL: url, DATA_DIR: dataDir }: LocalSettings) {
  return url ? { url, stop: async () => {} } : borrowEmbeddedPostgres(dataDir);
}

async function withPool<Result>(url: string, use: (pool: pg.Pool) => Promise<Result>): Promise<Result> {
  const pool = new pg.Pool({ connectionString: url, max: 1, application_name: 'anteroom-admin' });
  pool.on('error', () => {});
  try {
    return await use(pool);
  } finally {
    await pool.end();
  }
}

/** Whether the database is that of a deployment, which migrates it itself. */
async function isDeployed(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ deployed: boolean }>(
    `SELECT to_regclass('schema_migrations') IS NOT NULL AND to_regclass('local_keys') IS NULL AS deployed`,
  );
  return rows[0]?.deployed ?? false;
}

/**
 * Runs one admin command.
 * @returns the object to print
 * @throws {ApiError} if the command is misused or refused
 */
export async function runAdminCommand(args: readonly string[], environment: Environment): Promise<object> {
  const { command, options } = parseCommand(args);
  for (const [name, value] of Object.entries(options)) {
    if (value.trim() === '') throw ValidationError.at(name, 'must not be empty');
  }
  const settings = readLocalSettings(environment);
  const database = await openDatabase(settings);
  try {
    if (!(await reaching(() => withPool(database.url, isDeployed))))
      await migrateDatabase(database.url, settings);
    return await withPool(database.url, pool => command.run(pool, options));
  } finally {
    await database.stop();
  }
}
