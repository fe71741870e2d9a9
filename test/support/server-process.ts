import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

const ROOT = new URL('../../', import.meta.url);

/** The address that a server prints when it is ready. */
function printedUrl(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (chunk: Buffer) => {
      output += chunk;
      const url = /http:\/\/localhost:\d+(?=\/w\/)/.exec(output)?.[0];
      if (url) resolve(url);
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', code =>
      reject(new Error(`The server ended with ${code} before it was ready:\n${output}`)),
    );
  });
}

/** Starts `local/main.ts` on a database and a port of its own, as `npm start` does. */
export async function startServerProcess({
  databaseUrl,
  dataDir: ownDataDir,
  environment = {},
}: {
  databaseUrl: string;
  /** A folder that outlives the process; by default it has one of its own. */
  dataDir?: string;
  environment?: Readonly<Record<string, string>>;
}): Promise<ServerProcess> {
  const dataDir = ownDataDir ?? (await mkdtemp(join(tmpdir(), 'anteroom-server-')));
  const child = spawn(process.execPath, ['local/main.ts'], {
    cwd: ROOT,
    // biome-ignore lint/style/noProcessEnv: a process needs PATH and HOME
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, DATABASE_URL: databaseUrl, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const url = await printedUrl(child);
  return {
    url,
    child,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit');
        child.kill('SIGTERM');
        await exited;
      }
      if (!ownDataDir) await rm(dataDir, { recursive: true, force: true });
    },
  };
}
