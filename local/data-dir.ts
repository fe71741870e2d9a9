import { access, constants, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { LocalRunError } from './local-run-error.ts';

/** A lock of this process. The operating system releases it when the process ends, however that happens. */
export interface Lock {
  release(): void;
}

const RETRY_MS = 50;
/** An admin command holds the server's lock briefly, to check whether a server is running. */
const GLANCE_MS = 1_000;

/**
 * Takes the lock of a file; `undefined` if another process has it. Node cannot lock files, but SQLite can, on every
 * system. A file with a process id would not tell whether that process is still running.
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

/** Takes a lock, waiting at most this long; `undefined` if it is still held. */
export async function waitForLock(file: string, patienceMs: number): Promise<Lock | undefined> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const lock = tryLock(file);
    if (lock || Date.now() > deadline) return lock;
    await delay(RETRY_MS);
  }
}

/** Like `mkdir -p`. Node's own (`recursive`) never returns below `/proc`, where nothing can be created. */
async function makeFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder);
  }
}

/** @throws {LocalRunError} if the folder cannot be created or written to */
export async function makeDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
    // The dot makes this fail for a file.
    await access(`${dataDir}/.`, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new LocalRunError(
      `Cannot use DATA_DIR=${dataDir} (${code}). Set DATA_DIR to a folder you can write to.`,
    );
  }
}

export const serverLockFile = (dataDir: string): string => join(dataDir, 'server.lock');

/**
 * Ensures one server per `DATA_DIR`, whichever database it uses, because mail, images, and keys are stored there too.
 */
export async function lockDataDir(dataDir: string): Promise<Lock> {
  await makeDataDir(dataDir);
  const lock = await waitForLock(serverLockFile(dataDir), GLANCE_MS);
  if (!lock) {
    throw new LocalRunError(
      `Another server is running on ${dataDir}. Stop it, or set DATA_DIR to another folder.`,
    );
  }
  return lock;
}
