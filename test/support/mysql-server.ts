import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { createConnection } from 'mysql2/promise';
import { freePort } from './free-port.ts';
import { environment } from './launch-chromium.ts';

const PROGRAMS = ['mariadbd', 'mysqld', '/usr/sbin/mariadbd', '/usr/sbin/mysqld'];

/** The server program on this machine, if there is one. */
export function findMysqlProgram(): { path: string; isMariaDb: boolean } | null {
  for (const path of PROGRAMS) {
    const { status, stdout } = spawnSync(path, ['--no-defaults', '--version'], { encoding: 'utf8' });
    if (status === 0) return { path, isMariaDb: /mariadb/i.test(stdout) };
  }
  return null;
}

/** A MySQL or MariaDB for a suite. */
export interface MysqlServer {
  /** The URL for the superuser, without a database: `mysql://root@127.0.0.1:3306`. */
  readonly url: string;
  readonly port: number;
  /** Runs statements as the superuser. @returns the rows of the last one */
  query(...statements: string[]): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

async function query(url: string, statements: readonly string[]): Promise<Record<string, unknown>[]> {
  const connection = await createConnection({ uri: url, charset: 'utf8mb4', dateStrings: true });
  try {
    let rows: unknown = [];
    for (const statement of statements) [rows] = await connection.query(statement);
    // The server may have autocommit turned off.
    await connection.query('COMMIT');
    return rows as Record<string, unknown>[];
  } finally {
    await connection.end();
  }
}

async function whenReady(child: ChildProcess, url: string): Promise<void> {
  let ended = false;
  let said = '';
  child.stderr?.on('data', chunk => {
    said = (said + chunk).slice(-4_000);
  });
  child.once('exit', () => {
    ended = true;
  });
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
    if (ended) throw new Error(`The MySQL server ended: ${said}`);
    if (await query(url, ['SELECT 1']).then(Boolean, () => false)) return;
    await delay(100);
  }
  throw new Error(`The MySQL server does not answer: ${said}`);
}

/** Starts a server in a temporary folder, on a free port. */
export async function startMysqlServer(flags: readonly string[] = []): Promise<MysqlServer> {
  const program = findMysqlProgram();
  if (!program) throw new Error('There is no mariadbd and no mysqld on the PATH');
  const folder = await mkdtemp(join(tmpdir(), 'anteroom-mysql-'));
  const data = join(folder, 'data');
  // Servers that share a temporary folder delete each other's temporary tables.
  const shared = [`--datadir=${data}`, `--tmpdir=${folder}`];
  const asRoot = process.getuid?.() === 0 ? ['--user=root'] : [];
  const port = await freePort();
  const initialize: [string, string[]] = program.isMariaDb
    ? [
        'mariadb-install-db',
        ['--no-defaults', ...shared, '--auth-root-authentication-method=normal', '--skip-test-db', ...asRoot],
      ]
    : [program.path, ['--no-defaults', '--initialize-insecure', ...shared, ...asRoot]];
  await promisify(execFile)(...initialize);
  const child = spawn(
    program.path,
    [
      '--no-defaults',
      ...asRoot,
      ...shared,
      `--socket=${join(folder, 'socket')}`,
      `--pid-file=${join(folder, 'pid')}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-log-bin',
      '--innodb-buffer-pool-size=32M',
      '--innodb-flush-log-at-trx-commit=0',
      ...flags,
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const url = `mysql://root@127.0.0.1:${port}`;
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await whenReady(child, url);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, port, query: (...statements) => query(url, statements), stop };
}

/** The server at `MYSQL_URL`, or else a new one. */
export async function openMysqlServer(): Promise<MysqlServer> {
  const named = environment('MYSQL_URL');
  if (!named) return startMysqlServer();
  const server = new URL(named);
  server.pathname = '';
  const url = server.href;
  return {
    url,
    port: Number(server.port || 3306),
    query: (...statements) => query(url, statements),
    stop: async () => {},
  };
}
