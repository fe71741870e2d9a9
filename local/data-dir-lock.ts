import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';

/** A lock that this process holds. The operating system takes it back when the process ends, however it ends. */
export interface Lock {
  release(): void;
}

const RETRY_MS = 50;

/**
 * Takes the lock that a file stands for, or answers `undefined` when another process has it.
 *
 * Node cannot lock files itself; SQLite can, everywhere. A file with a process id in it would need a judgement on
 * whether that process still lives and still is the same one.
 */
export function tryLock(file: string): Lock | undefined {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (error instanceof Error && /database is locked/.test(error.message)) return undefined;
    throw error;
  }
  return { release: () => database.close() };
}

/** Takes a lock, waiting for its holder at most so long; `undefined` when that was not enough. */
export async function waitForLock(file: string, patienceMs: number): Promise<Lock | undefined> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const lock = tryLock(file);
    if (lock || Date.now() > deadline) return lock;
    await delay(RETRY_MS);
  }
}
