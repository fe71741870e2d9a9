import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isMigrated } from '../adapters/postgres/migrate.ts';
import { type Lock, tryLock, waitForLock } from './data-dir-lock.ts';
import { LocalRunError } from './local-run-error.ts';
import { type Cluster, clusterDataFolder, clusterUrl, startCluster } from './postgres/cluster.ts';
import { createDatabase } from './postgres/create-database.ts';
import { readPostmaster } from './postgres/leftover.ts';

/** The database of the service in an embedded cluster. */
const DATABASE = 'anteroom';

/** How long another command, or a server that starts or stops, may take. */
const PATIENCE_MS = 30_000;
/** A command that only looks whether a server runs holds the server's lock for a moment. */
const GLANCE_MS = 1_000;
const POLL_MS = 50;

/** An embedded Postgres in use by this process. */
export interface EmbeddedPostgres {
  readonly url: string;
  /** Settles when Postgres ended; before `stop` was called, that is a failure. */
  readonly exited: Promise<void>;
  stop(options?: { force?: boolean }): Promise<void>;
}

const layout = (dataDir: string) => ({
  cluster: join(dataDir, 'postgres'),
  /** Held by a server for as long as it runs. */
  serverLock: join(dataDir, 'server.lock'),
  /** Held by whoever starts and stops the cluster: a server, or a command while no server runs. */
  clusterLock: join(dataDir, 'postgres.lock'),
});

/** Starts the cluster under a lock that is given back when it stops, or could not start. */
async function startUnder(
  locks: readonly Lock[],
  folder: string,
  onCreate?: () => void,
): Promise<EmbeddedPostgres> {
  const release = () => {
    for (const lock of locks) lock.release();
  };
  let cluster: Cluster | undefined;
  try {
    cluster = await startCluster(folder, onCreate ? { onCreate } : {});
    await createDatabase({ connectionString: cluster.url('postgres') }, DATABASE);
  } catch (error) {
    await cluster?.stop();
    release();
    throw error;
  }
  const { exited, stop } = cluster;
  return {
    url: cluster.url(DATABASE),
    exited,
    async stop(options) {
      await stop(options);
      release();
    },
  };
}

async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new LocalRunError(
      `DATA_DIR=${dataDir} cannot be used (${code}): choose a folder that you may write to.`,
    );
  }
}

/** One server for each `DATA_DIR`, whichever database it uses: mail, assets and keys are kept there too. */
export async function lockDataDir(dataDir: string): Promise<Lock> {
  await makeDataDir(dataDir);
  const lock = await waitForLock(layout(dataDir).serverLock, GLANCE_MS);
  if (!lock) {
    throw new LocalRunError(
      `Another server is running on ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
    );
  }
  return lock;
}

/**
 * Starts the embedded Postgres of `DATA_DIR` for a server, which holds {@link lockDataDir}.
 * @param onCreate - called before the first start, which takes a moment
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  onCreate?: () => void,
): Promise<EmbeddedPostgres> {
  const { cluster, clusterLock } = layout(dataDir);
  const lock = await waitForLock(clusterLock, PATIENCE_MS);
  if (!lock) throw new LocalRunError(`An admin command is using ${dataDir}; start again when it is done.`);
  return startUnder([lock], cluster, onCreate);
}

/** The url of the cluster that a server runs now; `undefined` while it is not there to be asked. */
async function runningUrl(cluster: string): Promise<string | undefined> {
  const postmaster = await readPostmaster(clusterDataFolder(cluster));
  if (!postmaster?.ready) return undefined;
  const url = await clusterUrl(cluster, postmaster.port, DATABASE);
  // The server migrates it before it is ready.
  const answers = await isMigrated({ connectionString: url }).catch(() => false);
  return answers ? url : undefined;
}

function serverIsRunning(serverLock: string): boolean {
  const lock = tryLock(serverLock);
  lock?.release();
  return lock === undefined;
}

/**
 * The embedded Postgres of `DATA_DIR` for the length of a command: the one that a running server has, else one that is
 * started now and stopped by `stop`. Commands that come at the same time follow one another.
 */
export async function borrowEmbeddedPostgres(dataDir: string): Promise<EmbeddedPostgres> {
  const { cluster, clusterLock, serverLock } = layout(dataDir);
  await makeDataDir(dataDir);
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const lock = tryLock(clusterLock);
    if (lock) return startUnder([lock], cluster);
    if (serverIsRunning(serverLock)) {
      const url = await runningUrl(cluster);
      if (url) return { url, exited: new Promise(() => {}), stop: async () => {} };
    }
    await delay(POLL_MS);
  }
  throw new LocalRunError(`The database of ${dataDir} is in use and does not answer; try again.`);
}
