import { execFileSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { LocalRunError } from '../local-run-error.ts';

/** The content of `postmaster.pid` while Postgres runs. */
export interface Postmaster {
  readonly pid: number;
  readonly port: number;
  readonly isReady: boolean;
}

const PATIENCE_MS = 15_000;
const POLL_MS = 20;

const pidFile = (data: string): string => join(data, 'postmaster.pid');

/** Reads `postmaster.pid` of a data directory. It is missing if Postgres was stopped properly. */
export async function readPostmaster(data: string): Promise<Postmaster | undefined> {
  const text = await readFile(pidFile(data), 'utf8').catch(() => undefined);
  if (text === undefined) return undefined;
  const lines = text.split('\n').map(line => line.trim());
  return { pid: Number(lines[0]), port: Number(lines[3]), isReady: lines[7] === 'ready' };
}

/** Whether the process is that Postgres, and not a later one with the same id. */
async function isRunning({ pid, port }: Postmaster): Promise<boolean> {
  try {
    const command =
      platform() === 'linux'
        ? (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ')
        : execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes(`-p ${port} `);
  } catch {
    return false;
  }
}

/** Stops a Postgres that a killed run left behind. Only for the holder of the cluster's lock. */
export async function stopLeftover(data: string): Promise<void> {
  const found = await readPostmaster(data);
  if (!found) return;
  for (const deadline = Date.now() + PATIENCE_MS; await isRunning(found); await delay(POLL_MS)) {
    if (Date.now() > deadline)
      throw new LocalRunError(
        `A Postgres from an earlier run does not stop. End process ${found.pid}, then start again.`,
      );
    process.kill(found.pid, 'SIGQUIT');
  }
  // Postgres would refuse to start if another process had this id by now.
  await rm(pidFile(data), { force: true });
}
