import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

/**
 * Runs a program that listens at `PORT`, as its reader would: a file of its own, with the packages of the project.
 * @param port - default: a free one
 */
export async function runExample(
  code: string,
  environment: Readonly<Record<string, string>>,
  port?: number,
): Promise<RunningExample> {
  const folder = await mkdtemp(join(tmpdir(), 'anteroom-example-'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await writeFile(join(folder, 'example.mjs'), code);
  const at = port ?? (await freePort());
  const child: ChildProcess = spawn(process.execPath, ['example.mjs'], {
    cwd: folder,
    env: { PORT: String(at), ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
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
