import { Signer } from '@aws-sdk/rds-signer';
import pg from 'pg';

/** Where a database is: a URL, or an Aurora cluster with IAM authentication. */
export interface DatabaseSettings {
  readonly DATABASE_URL?: string | undefined;
  readonly DATABASE_HOST?: string | undefined;
  readonly DATABASE_NAME: string;
  readonly DATABASE_USER: string;
  readonly DATABASE_POOL_SIZE: number;
  readonly DATABASE_CONNECT_SECONDS: number;
  readonly AWS_REGION: string;
}

/** Reads `bigint` as numbers: counts and positions stay far below 2^53. */
const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.INT8, Number);

const pools = new Map<string, pg.Pool>();

function connectionOptions(settings: DatabaseSettings): pg.PoolConfig {
  if (settings.DATABASE_URL) return { connectionString: settings.DATABASE_URL };
  const { DATABASE_HOST: hostname, DATABASE_USER: username, DATABASE_NAME: database } = settings;
  if (!hostname) throw new Error('Invalid settings: set DATABASE_URL or DATABASE_HOST');
  // A token lives for 15 minutes. Signing one for each connection happens locally, without a round trip.
  const signer = new Signer({ hostname, port: 5432, username, region: settings.AWS_REGION });
  return {
    host: hostname,
    database,
    user: username,
    password: () => signer.getAuthToken(),
    ssl: { rejectUnauthorized: true },
  };
}

/**
 * The pool of a database, one for each process. In the local run, all functions share it.
 * @param settings - the `DATABASE_POOL_SIZE` of the first caller counts
 */
export function connectDatabase(settings: DatabaseSettings): pg.Pool {
  const name = settings.DATABASE_URL ?? `${settings.DATABASE_HOST}/${settings.DATABASE_NAME}`;
  const existing = pools.get(name);
  if (existing) return existing;

  const pool = new pg.Pool({
    ...connectionOptions(settings),
    types,
    max: settings.DATABASE_POOL_SIZE,
    connectionTimeoutMillis: settings.DATABASE_CONNECT_SECONDS * 1_000,
    idleTimeoutMillis: 60_000,
    // API Gateway gives up after 30 s. The server gives up a little before the client, so that the connection stays usable.
    query_timeout: 25_000,
    statement_timeout: 24_000,
    lock_timeout: 12_000,
    // A Lambda instance that is frozen inside a transaction must not keep its locks.
    idle_in_transaction_session_timeout: 30_000,
    application_name: 'anteroom',
    // Finds out sooner that a connection broke while its Lambda instance was frozen.
    keepAlive: true,
  });
  // Without a listener, a broken connection would end the process. The pool drops an idle one; the next query fails on one
  // that is taken, which the pool itself does not listen to.
  pool.on('error', () => {});
  pool.on('connect', client => {
    client.on('error', () => {});
  });
  pools.set(name, pool);
  return pool;
}

/** Closes the pool of one database, if there is one. */
export async function disconnectDatabase(settings: Pick<DatabaseSettings, 'DATABASE_URL'>): Promise<void> {
  const pool = pools.get(settings.DATABASE_URL ?? '');
  pools.delete(settings.DATABASE_URL ?? '');
  await pool?.end();
}
