import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { createServer } from 'node:net';
import { platform } from 'node:os';
import type { PostgresBinaries } from './binaries.ts';
import type { OsUser } from './os-user.ts';

/** A Postgres that runs. */
export interface ClusterProcess {
  readonly pid: number;
  readonly port: number;
  /** Settles when it ended, whoever ended it. */
  readonly exited: Promise<void>;
  /** Ends it in order; `force` skips the final checkpoint, and the next start recovers. */
  stop(options?: { force?: boolean }): Promise<void>;
}

export interface ClusterProcessOptions {
  readonly binaries: PostgresBinaries;
  readonly user: OsUser | undefined;
  /** The data directory; the process works in it. */
  readonly folder: string;
  /** The data directory as Postgres is told it. */
  readonly folderArgument: string;
  readonly settings: Readonly<Record<string, string>>;
  readonly logFile: string;
}

const READY = 'database system is ready to accept connections';
/** Another process took the port between our choice and the start. */
const PORT_TAKEN = /could not bind|could not create any TCP\/IP sockets/;
/** Backends of a postmaster that was killed are about to notice and end. */
const STILL_ENDING = /pre-existing shared memory block/;
const ATTEMPTS = 20;
const PATIENCE_MS = 10_000;

/** Only what Postgres needs: a user's own PGPORT or LC_ALL would change how it behaves. */
export const POSTGRES_ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/**
 * A shell that waits for the end of its input, which comes when this process ends for whatever reason (SIGKILL too),
 * and then stops Postgres. So no Postgres outlives the run that started it.
 */
function guard(pid: number): ChildProcess | undefined {
  if (platform() === 'win32') return undefined;
  const shell = spawn('/bin/sh', ['-c', 'read -r _; kill -INT "$1"', 'anteroom-guard', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
    env: {},
  });
  shell.unref();
  return shell;
}

/** Settles with the port when it is ready, or with what it complained of when it ended instead. */
function whenReady(child: ChildProcess): Promise<{ complaint?: string }> {
  let said = '';
  return new Promise(resolve => {
    child.stderr?.on('data', (chunk: Buffer) => {
      if (said.length < 20_000) said += chunk.toString();
      if (said.includes(READY)) resolve({});
    });
    child.once('error', error => resolve({ complaint: error.message }));
    child.once('close', () => resolve({ complaint: said.trim() || 'it ended without a word' }));
  });
}

function controlled(child: ChildProcess, port: number): ClusterProcess {
  const pid = child.pid ?? 0;
  const watch = guard(pid);
  const exited = new Promise<void>(resolve => {
    child.once('exit', () => {
      watch?.kill('SIGKILL');
      resolve();
    });
  });
  return {
    pid,
    port,
    exited,
    async stop({ force = false } = {}) {
      child.kill(force ? 'SIGQUIT' : 'SIGINT');
      const harder = setTimeout(() => child.kill('SIGQUIT'), PATIENCE_MS);
      await exited;
      clearTimeout(harder);
    },
  };
}

/** Starts Postgres on a free port of the loopback interface, and waits until it answers. */
export async function startClusterProcess(options: ClusterProcessOptions): Promise<ClusterProcess> {
  const { binaries, user, folder, folderArgument, settings, logFile } = options;
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(binaries.postgres, ['-D', folderArgument, '-p', String(port), ...flags], {
      ...user,
      cwd: folder,
      env: POSTGRES_ENVIRONMENT,
      stdio: ['ignore', 'ignore', 'pipe'],
      // A session of its own: Ctrl-C in a terminal is for us, and we stop it after the last request was answered.
      detached: platform() !== 'win32',
    });
    child.stderr?.pipe(createWriteStream(logFile, { flags: 'a', mode: 0o600 }));
    const { complaint } = await whenReady(child);
    if (complaint === undefined) return controlled(child, port);
    const passing = PORT_TAKEN.test(complaint) || STILL_ENDING.test(complaint);
    if (!passing || attempt === ATTEMPTS)
      throw new Error(`The embedded Postgres did not start: ${complaint}`);
  }
}
