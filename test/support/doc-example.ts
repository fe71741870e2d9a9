import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eventually } from './eventually.ts';
import { freePort } from './free-port.ts';

const ROOT = join(import.meta.dirname, '../..');

/** The first block of code below a heading of a page of the documentation. */
export async function readExample(page: string, heading: string): Promise<string> {
  const text = await readFile(join(ROOT, page), 'utf8');
  const [, below = ''] = text.split(new RegExp(`^#+ ${heading}$`, 'm'));
  const code = /^```\w+\n(.*?)^```$/ms.exec(below)?.[1];
  if (code === undefined) throw new Error(`${page} has no example below ${heading}`);
  return code;
}

export interface RunningExample {
  readonly url: string;
  /** What it printed so far. */
  printed(): string;
  stop(): Promise<void>;
}

interface ExampleOptions {
  /** Default: a free one. */
  readonly port?: number;
  /** Where the program is, in a folder of its own. */
  readonly path?: string;
  /** What else is in that folder. */
  readonly files?: Readonly<Record<string, string>>;
  /** Whether its errors are expected, and are not shown. */
  readonly isQuiet?: boolean;
}

/** Runs a program that listens at `PORT`, as its reader would: in a folder of its own, with the packages of the project. */
export async function runExample(
  code: string,
  environment: Readonly<Record<string, string>>,
  { port, path = 'example.mjs', files = {}, isQuiet = false }: ExampleOptions = {},
): Promise<RunningExample> {
  const folder = await mkdtemp(join(tmpdir(), 'anteroom-example-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, text] of Object.entries({ ...files, [path]: code })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const at = port ?? (await freePort());
  const child: ChildProcess = spawn(process.execPath, [path], {
    cwd: folder,
    env: { PORT: String(at), ...environment },
    stdio: ['ignore', 'pipe', isQuiet ? 'ignore' : 'inherit'],
  });
  let printed = '';
  child.stdout?.on('data', chunk => {
    printed += chunk;
  });
  const stop = async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    await rm(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${at}`;
  try {
    await eventually(() => fetch(url), 10_000);
    return { url, stop, printed: () => printed };
  } catch (error) {
    await stop();
    throw error;
  }
}
