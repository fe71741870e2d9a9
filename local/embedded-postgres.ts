import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isMigrated } from '../adapters/postgres/kernel/migrate.ts';
import { withClient } from '../adapters/postgres/kernel/with-client.ts';
import { type Lock, makeDataDir, serverLockFile, tryLock, waitForLock } from './data-dir.ts';
import { LocalRunError } from './local-run-error.ts';
import { type ClusterOptions, clusterDataFolder, clusterUrl, startCluster } from './postgres/cluster.ts';
import { readPostmaster } from './postgres/postmaster.ts';

/** The database of the service in the embedded cluster. */
const DATABASE = 'anteroom';

/** How long to wait for an admin command, or for a server that is starting or stopping. */
const PATIENCE_MS = 30_000;
const POLL_MS = 50;

/** The embedded Postgres, in use by this process. */
export interface EmbeddedPostgres {
  readonly url: string;
  /** Resolves with Postgres' last output when it has ended; unless `stop` was called, that is a failure. */
  readonly exited: Promise<string>;
  stop(): Promise<void>;
}

const clusterFolder = (dataDir: string): string => join(dataDir, 'postgres');
/** Held while a process runs the cluster: a server, or an admin command if no server is running. */
const clusterLockFile = (dataDir: string): string => join(dataDir, 'postgres.lock');

async function createDatabase(url: string): Promise<void> {
  await withClient({ connectionString: url }, async client => {
    const { rowCount } = await client.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  });
}

/** Starts the cluster under a lock, which is released when it has stopped or could not start. */
async function startUnder(lock: Lock, dataDir: string, options?: ClusterOptions): Promise<EmbeddedPostgres> {
  const { url, exited, stop } = await startCluster(clusterFolder(dataDir), options).catch(error => {
    lock.release();
    throw error;
  });
  exited.then(() => lock.release());
  await createDatabase(url('postgres')).catch(async error => {
    await stop();
    throw error;
  });
  return { url: url(DATABASE), exited, stop };
}

/** Starts the embedded Postgres for a server, which holds the lock of `DATA_DIR`. */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: ClusterOptions,
): Promise<EmbeddedPostgres> {
  const lock = await waitForLock(clusterLockFile(dataDir), PATIENCE_MS);
  if (!lock) throw new LocalRunError(`An admin command is using ${dataDir}. Start again when it is done.`);
  return startUnder(lock, dataDir, options);
}

/** The URL of the cluster that a running server uses; `undefined` until it is ready. */
async function runningUrl(dataDir: string): Promise<string | undefined> {
  const folder = clusterFolder(dataDir);
  const postmaster = await readPostmaster(clusterDataFolder(folder));
  if (!postmaster?.isReady) return undefined;
  const url = await clusterUrl(folder, postmaster.port, DATABASE);
  // The server migrates it before it is ready.
  return (await isMigrated({ connectionString: url }).catch(() => false)) ? url : undefined;
}

function isServerRunning(dataDir: string): boolean {
  const lock = tryLock(serverLockFile(dataDir));
  lock?.release();
  return lock === undefined;
}

/**
 * The embedded Postgres for one admin command: the running server's, or else one that `stop` ends again. Concurrent
 * commands wait for each other.
 */
export async function borrowEmbeddedPostgres(
  dataDir: string,
): Promise<Pick<EmbeddedPostgres, 'url' | 'stop'>> {
  await makeDataDir(dataDir);
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await delay(POLL_MS)) {
    const lock = tryLock(clusterLockFile(dataDir));
    if (lock) return startUnder(lock, dataDir);
    const url = isServerRunning(dataDir) ? await runningUrl(dataDir) : undefined;
    if (url) return { url, stop: async () => {} };
  }
  throw new LocalRunError(`The database of ${dataDir} is in use and does not answer. Try again.`);
}
