import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createWriteStream, existsSync } from 'node:fs';
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { platform } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findPostgres } from './binaries.ts';
import { type GuardedProcess, startGuarded } from './guarded-process.ts';
import { type OsUser, postgresUser } from './os-user.ts';
import { stopLeftover } from './postmaster.ts';

/** A running Postgres. */
export interface Cluster {
  readonly port: number;
  /** Resolves with its last output when it has ended, for whatever reason. */
  readonly exited: Promise<string>;
  /** The URL of one of its databases. */
  url(database: string): string;
  /** Shuts it down; `force` skips the checkpoint, and the next start recovers. */
  stop(options?: { force?: boolean }): Promise<void>;
}

export interface ClusterOptions {
  /** Default: a free one. */
  readonly port?: number;
  /** Settings that differ from those of the local run. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Aborts a start in progress. */
  readonly signal?: AbortSignal | undefined;
  /** Called before the first start, which takes a few seconds. */
  onCreate?(): void;
}

const SUPERUSER = 'anteroom';

/** For one machine, few connections, small rows, and short queries; acknowledged data is on disk. */
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  shared_buffers: '128MB',
  fsync: 'on',
  synchronous_commit: 'on',
  // Nothing replicates from it, so the WAL only has to hold what recovery needs.
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '2GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  io_method: 'sync',
  max_parallel_workers_per_gather: '0',
  // Postgres quotes the values of a failed statement; the log must not contain personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  timezone: 'UTC',
} as const;

const INITDB_OPTIONS = [
  `--username=${SUPERUSER}`,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  // Sorted and case-folded by Postgres' own tables, so that every machine agrees, whatever its locales.
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
];

const READY = 'database system is ready to accept connections';
/** Another process took the port we chose, or the backends of a killed Postgres are still exiting. */
const PASSES = /could not bind|could not create any TCP\/IP sockets|pre-existing shared memory block/;
const ATTEMPTS = 20;
const PATIENCE_MS = 10_000;
const LAST_WORDS = 4_000;

export const clusterDataFolder = (folder: string): string => join(folder, 'data');
const passwordFile = (folder: string): string => join(folder, 'password');

/**
 * Postgres gets its data folder as its working directory. Run by root as another user, it may not be able to reach the
 * path (`/root` is closed), but the directory it starts in stays open to it.
 */
const workingDirectory = (user: OsUser | undefined, path: string): string =>
  user && platform() === 'linux' ? '/proc/self/cwd' : path;

/** For root: Postgres runs as the owner of the data, so that files created by a normal user stay theirs. */
async function ownerOf(folder: string): Promise<OsUser | undefined> {
  const user = postgresUser();
  const { uid, gid } = await stat(folder);
  return user && uid !== 0 ? { uid, gid } : user;
}

async function give(path: string, user: OsUser | undefined): Promise<void> {
  if (user) await chown(path, user.uid, user.gid);
}

/** A port of the loopback interface that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Waits for a step of the start. If the start is aborted, it ends the program and throws. */
async function untilDone<Result>(
  { exited }: GuardedProcess,
  step: Promise<Result>,
  { signal, interrupt }: { readonly signal: AbortSignal | undefined; readonly interrupt: () => void },
): Promise<Result> {
  if (signal?.aborted) interrupt();
  signal?.addEventListener('abort', interrupt);
  const result = await step;
  signal?.removeEventListener('abort', interrupt);
  if (signal?.aborted) await exited;
  signal?.throwIfAborted();
  return result;
}

/**
 * Creates the data directory under another name and moves it into place, so that an interrupted first start leaves
 * nothing half done.
 */
async function create(
  folder: string,
  initdb: string,
  user: OsUser | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  const draft = join(folder, 'data.new');
  await rm(draft, { recursive: true, force: true });
  await writeFile(passwordFile(folder), randomBytes(24).toString('base64url'), { mode: 0o600 });
  await give(passwordFile(folder), user);
  await mkdir(draft, { mode: 0o700 });
  await give(draft, user);
  const here = workingDirectory(user, draft);
  const command = [initdb, `--pgdata=${here}`, `--pwfile=${here}/../password`, ...INITDB_OPTIONS];
  const running = startGuarded(command, { user, cwd: draft });
  const done = Promise.all([text(running.stderr), running.exited]);
  const [complaint, status] = await untilDone(running, done, { signal, interrupt: running.kill });
  if (status !== 0) {
    await rm(draft, { recursive: true, force: true });
    throw new Error(`The database could not be created: ${complaint}`);
  }
  await rename(draft, clusterDataFolder(folder));
}

/** Starts Postgres on a port of the loopback interface, and waits until it is ready or has ended. */
async function launch(
  command: readonly string[],
  folder: string,
  user: OsUser | undefined,
  signal: AbortSignal | undefined,
) {
  const running = startGuarded(command, { user, cwd: clusterDataFolder(folder) });
  const log = createWriteStream(join(folder, 'postgres.log'), { flags: 'a', mode: 0o600 });
  // On a full disk Postgres shuts down by itself if necessary.
  log.on('error', () => {});
  let words = '';
  const ready = new Promise<boolean>(resolve => {
    running.stderr.on('data', (chunk: Buffer) => {
      log.write(chunk);
      words = (words + chunk).slice(-LAST_WORDS);
      if (words.includes(READY)) resolve(true);
    });
    running.exited.then(() => resolve(false));
  });
  const exited = running.exited.then(() => words);
  const interrupt = () => running.signal('QUIT');
  return { running, exited, isReady: await untilDone(running, ready, { signal, interrupt }) };
}

/** The URL of a database in a cluster that another process runs. */
export async function clusterUrl(folder: string, port: number, database: string): Promise<string> {
  return `postgres://${SUPERUSER}:${await readFile(passwordFile(folder), 'utf8')}@127.0.0.1:${port}/${database}`;
}

/**
 * Starts the cluster in `folder`, and creates it first if there is none. The caller holds a lock on the folder; a
 * Postgres left behind by an earlier holder is stopped.
 */
export async function startCluster(
  folder: string,
  { port: wanted, settings, signal, onCreate }: ClusterOptions = {},
): Promise<Cluster> {
  const data = clusterDataFolder(folder);
  if (!existsSync(folder)) await mkdir(folder, { mode: 0o700 });
  const user = await ownerOf(folder);
  await give(folder, user);
  const { initdb, postgres } = await findPostgres(user);
  if (!existsSync(join(data, 'PG_VERSION'))) {
    onCreate?.();
    await create(folder, initdb, user, signal);
  }
  await stopLeftover(data);

  const flags = Object.entries({ ...SETTINGS, ...settings }).flatMap(setting => ['-c', setting.join('=')]);
  for (let attempt = 1; ; attempt++) {
    const port = wanted ?? (await freePort());
    const command = [postgres, '-D', workingDirectory(user, data), '-p', String(port), ...flags];
    const { running, exited, isReady } = await launch(command, folder, user, signal);
    if (isReady) {
      const base = await clusterUrl(folder, port, '');
      return {
        port,
        exited,
        url: database => base + database,
        async stop({ force = false } = {}) {
          running.signal(force ? 'QUIT' : 'INT');
          const harder = setTimeout(() => running.signal('QUIT'), PATIENCE_MS);
          await exited;
          clearTimeout(harder);
        },
      };
    }
    const words = await exited;
    if (!PASSES.test(words) || attempt === ATTEMPTS) throw new Error(`Postgres did not start: ${words}`);
  }
}
