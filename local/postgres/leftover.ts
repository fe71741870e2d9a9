import { execFileSync } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** What Postgres says of itself in `postmaster.pid`. */
export interface PostmasterState {
  readonly pid: number;
  readonly port: number;
  readonly ready: boolean;
}

const PATIENCE_MS = 15_000;
const POLL_MS = 20;

/** Reads `postmaster.pid` of a data directory; `undefined` when nothing runs there, and nothing was killed there. */
export async function readPostmaster(folder: string): Promise<PostmasterState | undefined> {
  const text = await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n').map(line => line.trim());
  return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7] === 'ready' };
}

/** Whether a process is the Postgres of a data directory, and not another that got its number since. */
async function isPostmasterOf(pid: number, folder: string): Promise<boolean> {
  if (platform() === 'linux') {
    const [works, runs] = await Promise.all([
      readlink(`/proc/${pid}/cwd`).catch(() => ''),
      readFile(`/proc/${pid}/comm`, 'utf8').catch(() => ''),
    ]);
    return runs.trim() === 'postgres' && works === (await realpath(folder));
  }
  try {
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(folder);
  } catch {
    return false;
  }
}

/**
 * Stops a Postgres that a killed run left behind, and takes away the trace of one that is gone, so that the next start
 * finds neither. To be called by the holder of the data directory's lock only.
 */
export async function stopLeftover(folder: string): Promise<void> {
  const found = await readPostmaster(folder);
  if (!found) return;
  if (!(await isPostmasterOf(found.pid, folder))) {
    // Its number may belong to another process by now, which Postgres would take for itself and refuse to start.
    await rm(join(folder, 'postmaster.pid'), { force: true });
    return;
  }
  process.kill(found.pid, 'SIGINT');
  const deadline = Date.now() + PATIENCE_MS;
  let harder = false;
  while (await isPostmasterOf(found.pid, folder)) {
    if (Date.now() > deadline)
      throw new Error(`A Postgres of an earlier run does not stop: process ${found.pid}`);
    if (!harder && Date.now() > deadline - PATIENCE_MS / 3) {
      harder = true;
      process.kill(found.pid, 'SIGQUIT');
    }
    await delay(POLL_MS);
  }
}
