import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { platform, tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** A local command in a separate process, as a user would start it. */
export interface LocalProcess {
  readonly child: ChildProcess;
  /** Its output so far, on both streams. */
  output(): string;
  /** Resolves with its exit status, or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
}

export interface RunningServer extends LocalProcess {
  readonly url: string;
  readonly dataDir: string;
  readonly port: number;
  /** Ends it with a signal, and waits for it to exit. */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

export type Variables = Readonly<Record<string, string>>;

function environment(variables: Variables): NodeJS.ProcessEnv {
  // biome-ignore lint/style/noProcessEnv: a child gets ours (PATH, HOME) and what the test adds.
  const { DATABASE_URL: _, PORT: __, HOST: ___, BASE_URL: ____, ...inherited } = process.env;
  return { ...inherited, ...variables };
}

export function startProcess(
  command: string,
  args: readonly string[],
  variables: Variables,
  { detached = false } = {},
): LocalProcess {
  // As the package.json scripts do: the first releases of Node 24 warn about type stripping.
  const options = command === process.execPath ? ['--disable-warning=ExperimentalWarning'] : [];
  const child = spawn(command, [...options, ...args], {
    cwd: ROOT,
    env: environment(variables),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = once(child, 'close').then(
    ([status, signal]) => (status ?? signal) as number | NodeJS.Signals,
  );
  return { child, output: () => output, ended };
}

/** The port in the startup message, which is the one of `BASE_URL` if that is set. */
function printedPort(output: string): number {
  const port = /http:\/\/localhost:(\d+)\/w\//.exec(output)?.[1];
  if (port === undefined) throw new Error(`The server names no port of localhost:\n${output}`);
  return Number(port);
}

/**
 * Starts the server as `npm start` does, and waits until it says that it is ready.
 *
 * @param options.dataDir - by default a new folder, which is deleted when the server is stopped
 * @param options.port - by default a free port; required if `BASE_URL` is set
 */
export async function startServer(
  options: {
    dataDir?: string;
    port?: number;
    variables?: Variables;
    command?: readonly [string, ...string[]];
  } = {},
): Promise<RunningServer> {
  const { variables = {}, command = [process.execPath, 'local/main.ts'] } = options;
  const own = options.dataDir === undefined ? await temporaryFolder() : undefined;
  const dataDir = options.dataDir ?? own?.path ?? '';
  const [program, ...args] = command;
  const local = startProcess(program, args, {
    PORT: String(options.port ?? 0),
    DATA_DIR: dataDir,
    ...variables,
  });
  const ready = new Promise<void>(resolve => {
    local.child.stdout?.on('data', () => {
      if (local.output().includes('Stop with Ctrl-C')) resolve();
    });
  });
  const early = await Promise.race([ready, local.ended]);
  if (early !== undefined)
    throw new Error(`The server ended (${early}) before it was ready:\n${local.output()}`);
  const port = options.port ?? printedPort(local.output());
  return {
    ...local,
    url: `http://localhost:${port}`,
    dataDir,
    port,
    async stop(signal = 'SIGTERM') {
      local.child.kill(signal);
      const status = await local.ended;
      await own?.remove();
      return status;
    },
  };
}

/** Runs the admin command, and parses its output. */
export async function runAdmin(args: readonly string[], variables: Variables) {
  const { child, ended } = startProcess(process.execPath, ['local/admin.ts', ...args], variables);
  const read = async (stream: AsyncIterable<Buffer> | null) => {
    let text = '';
    for await (const chunk of stream ?? []) text += chunk;
    return text;
  };
  const [stdout, stderr, status] = await Promise.all([read(child.stdout), read(child.stderr), ended]);
  return { status, stdout, stderr };
}

export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'anteroom-local-'));
  // A Postgres whose server was killed may still be writing its last files.
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 10 }) };
}

/** The port of the Postgres that runs in a `DATA_DIR`. */
export async function postgresPort(dataDir: string): Promise<number> {
  const text = await readFile(join(dataDir, 'postgres', 'data', 'postmaster.pid'), 'utf8');
  return Number(text.split('\n')[3]);
}

/** All processes on this machine: id, state and command line. */
function processes(): { pid: number; state: string; words: string }[] {
  if (platform() !== 'linux') {
    const lines = execFileSync('ps', ['-A', '-o', 'pid=,stat=,args='], { encoding: 'utf8' }).split('\n');
    return lines.map(line => {
      const [pid, state = '', ...words] = line.trim().split(/\s+/);
      return { pid: Number(pid), state, words: words.join(' ') };
    });
  }
  // Minimal container images have no ps.
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(name => {
      try {
        const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        const state = /^State:\s+(\w)/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1] ?? '';
        return [{ pid: Number(name), state, words }];
      } catch {
        return [];
      }
    });
}

/** The processes of a run that still exist: Postgres, and the shell that guards it. */
export function survivors(port: number): { pid: number; words: string }[] {
  return processes().filter(({ state, words }) => !state.startsWith('Z') && words.includes(` -p ${port} `));
}

/** The processes that run in a folder, or mention it in their command line. */
export function processesIn(folder: string): { pid: number; words: string }[] {
  const worksIn = (pid: number): string => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`);
    } catch {
      return '';
    }
  };
  return processes().filter(({ pid, words }) => words.includes(folder) || worksIn(pid).startsWith(folder));
}
