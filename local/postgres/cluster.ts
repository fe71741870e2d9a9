import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgres, type PostgresBinaries } from './binaries.ts';
import { type ClusterProcess, POSTGRES_ENVIRONMENT, startClusterProcess } from './cluster-process.ts';
import { stopLeftover } from './leftover.ts';
import { type OsUser, postgresUser } from './os-user.ts';

const run = promisify(execFile);

/** The superuser of every embedded cluster. */
const SUPERUSER = 'anteroom';

export interface Cluster extends ClusterProcess {
  /** The url of one of its databases. */
  url(database: string): string;
}

export interface ClusterOptions {
  /** Settings of Postgres that differ from those of the local run. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called before the first start, which takes a moment. */
  onCreate?(): void;
}

/** One machine, a few connections, small rows, short queries; what was acknowledged is on the disk. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  // Nothing replicates from it, so the log holds what recovery needs only.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  // Postgres quotes the values of a failed statement; its log holds no personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  timezone: 'UTC',
} as const;

/** Files of one cluster, in a folder of its own. */
const layout = (folder: string) => ({
  data: join(folder, 'data'),
  draft: join(folder, 'data.new'),
  password: join(folder, 'password'),
  log: join(folder, 'postgres.log'),
});

/**
 * How Postgres is told of its working directory. Lent to another user by root, it may not be able to walk there
 * (`/root` is closed to it), but the working directory it was given stays open to it.
 */
const workingDirectory = (user: OsUser | undefined, path: string): string =>
  user && platform() === 'linux' ? '/proc/self/cwd' : path;

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** As root: Postgres runs as the owner of the data, so that data made by a normal user stays theirs. */
async function ownerOf(folder: string): Promise<OsUser | undefined> {
  const user = postgresUser();
  if (!user) return undefined;
  const { uid, gid } = await stat(folder);
  return uid === 0 ? user : { uid, gid };
}

async function give(path: string, user: OsUser | undefined): Promise<void> {
  if (user) await chown(path, user.uid, user.gid);
}

/**
 * Makes the cluster aside and moves it into place, so that an interrupted first start leaves none that is half made.
 * Text is UTF-8, ordered and folded by Postgres' own tables: the same on every machine, whatever its locales.
 */
async function create(folder: string, binaries: PostgresBinaries, user: OsUser | undefined): Promise<void> {
  const { data, draft, password } = layout(folder);
  await rm(draft, { recursive: true, force: true });
  await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 });
  await give(password, user);
  await mkdir(draft, { mode: 0o700 });
  await give(draft, user);
  const here = workingDirectory(user, draft);
  await run(
    binaries.initdb,
    [
      `--pgdata=${here}`,
      `--username=${SUPERUSER}`,
      `--pwfile=${here}/../password`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--no-instructions',
    ],
    { ...user, cwd: draft, env: POSTGRES_ENVIRONMENT },
  ).catch(cause => {
    throw new Error(`The embedded Postgres could not be made: ${cause.stderr || cause.message}`, { cause });
  });
  await rename(draft, data);
}

export async function clusterUrl(folder: string, port: number, database: string): Promise<string> {
  const password = await readFile(layout(folder).password, 'utf8');
  return `postgres://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`;
}

export const clusterDataFolder = (folder: string): string => layout(folder).data;

/**
 * Starts the cluster in `folder`, making it first if there is none. The caller holds a lock on the folder; a Postgres
 * that an earlier holder left behind is stopped.
 */
export async function startCluster(
  folder: string,
  { settings, onCreate }: ClusterOptions = {},
): Promise<Cluster> {
  const { data, log, password } = layout(folder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const user = await ownerOf(folder);
  await give(folder, user);
  const binaries = await findPostgres(user);
  if (!(await exists(join(data, 'PG_VERSION')))) {
    onCreate?.();
    await create(folder, binaries, user);
  }
  await stopLeftover(data);

  const secret = await readFile(password, 'utf8');
  const child = await startClusterProcess({
    binaries,
    user,
    folder: data,
    folderArgument: workingDirectory(user, data),
    settings: { ...SETTINGS, ...settings },
    logFile: log,
  });
  const url = (database: string) => `postgres://${SUPERUSER}:${secret}@127.0.0.1:${child.port}/${database}`;
  return { ...child, url };
}
