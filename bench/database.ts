import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import pg from 'pg';
import { migrate, readMigrations } from '../adapters/postgres/kernel/migrate.ts';
import { apiKeyPrefix, generateApiKey, hashApiKey } from '../core/account/api-key.ts';
import type { Scope } from '../core/kernel/scopes.ts';
import { startCluster } from '../local/postgres/cluster.ts';
import type { Bench, BenchDatabase, HotList } from './bench.ts';
import { BATCH_ARGUMENT, fillList, makeHotList, REFERENCE_TABLE } from './fill.ts';

const MIGRATIONS = new URL('../migrations/', import.meta.url);

/** The server of `--database-url`, or an embedded one with the settings of the local run. */
export async function startServer({ options, folder, cleanup }: Bench): Promise<string> {
  if (options.databaseUrl) return options.databaseUrl;
  const cluster = await startCluster(join(folder, 'postgres'));
  cleanup.add(() => cluster.stop({ force: true }));
  return cluster.url('postgres');
}

/** Creates a new database on the server, dropped after the run. */
async function emptyDatabase(bench: Bench, server: string): Promise<string> {
  const name = `anteroom_bench_${randomBytes(6).toString('hex')}`;
  const admin = async (sql: string) => {
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(sql).finally(() => client.end());
  };
  await admin(`CREATE DATABASE ${name}`);
  bench.cleanup.add(() => admin(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`));
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** A pool that is closed before its database is dropped. */
export function openPool({ cleanup }: Bench, url: string, max: number): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max });
  // A closing connection reports an error when its database is dropped.
  pool.on('error', () => {});
  cleanup.add(() => pool.end());
  return pool;
}

async function prepare(pool: pg.Pool): Promise<HotList> {
  await pool.query(REFERENCE_TABLE);
  await pool.query(BATCH_ARGUMENT);
  return makeHotList(pool);
}

/** A new database whose hot waitlist has this many entries. */
export async function createDatabase(bench: Bench, entries = bench.options.entries): Promise<BenchDatabase> {
  const url = await emptyDatabase(bench, await bench.server());
  await migrate({ connectionString: url }, await readMigrations(MIGRATIONS));
  const pool = openPool(bench, url, 2);
  const list = await prepare(pool);
  bench.signal.throwIfAborted();
  const startedAt = performance.now();
  await fillList(pool, list.id, entries);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  bench.log(`Made a waitlist of ${entries.toLocaleString('en')} entries in ${seconds} s`);
  const { rows } = await pool.query<{ server_version: string }>('SHOW server_version');
  return {
    url,
    list,
    version: rows[0]?.server_version ?? '',
    pool,
    forgetJobs: async () => {
      await pool.query('TRUNCATE outbox');
    },
  };
}

/** A new API key of the hot waitlist's account. */
export async function makeKey({ pool, list }: BenchDatabase, ...scopes: Scope[]): Promise<string> {
  const key = generateApiKey();
  await pool.query(
    `INSERT INTO api_keys (account_id, name, prefix, secret_hash, scopes) VALUES ($1, 'Bench', $2, $3, $4)`,
    [list.accountId, apiKeyPrefix(key), hashApiKey(key), scopes],
  );
  return key;
}
