import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
export const MIGRATIONS = join(ROOT, 'migrations');

/**
 * The release before this one: what runs while a deployment of this one migrates, and again when it is rolled back.
 * With each release it becomes the commit of the one before (docs/operations.md, "Releases").
 */
export const PREVIOUS_RELEASE = 'e463b4533823ad684b9610c12fe870d8a7291045';

export interface Checkout {
  readonly folder: string;
  remove(): Promise<void>;
}

/** @throws {Error} that says how to get it, where the history of this clone does not reach back to it. */
async function requireCommit(commit: string): Promise<void> {
  try {
    await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT });
  } catch (cause) {
    const message = [
      `The release before this one (${commit}) is not in this clone, so nothing says whether a rollback would work.`,
      'In a shallow clone: git fetch --unshallow. Else PREVIOUS_RELEASE in test/rollback/previous-release.ts is no commit.',
    ];
    throw new Error(message.join('\n'), { cause });
  }
}

/**
 * The previous release in a folder of its own, with the packages of this one: `npm ci` of both would take longer than all
 * the rest, and what differs is pinned there and here.
 */
export async function checkOut(commit = PREVIOUS_RELEASE): Promise<Checkout> {
  await requireCommit(commit);
  const folder = await mkdtemp(join(tmpdir(), 'anteroom-previous-'));
  const archive = join(folder, 'release.tar');
  await run('git', ['archive', '--output', archive, commit], { cwd: ROOT });
  await run('tar', ['xf', archive, '-C', folder]);
  await rm(archive);
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return { folder, remove: () => rm(folder, { recursive: true, force: true, maxRetries: 10 }) };
}

/** A database that has a migration refuses another text of it, and with it the deployment. */
export async function checkAppliedMigrations({ folder }: Checkout): Promise<void> {
  const applied = join(folder, 'migrations');
  const changed: string[] = [];
  for (const name of await readdir(applied)) {
    const then = await readFile(join(applied, name), 'utf8');
    const now = await readFile(join(MIGRATIONS, name), 'utf8').catch(() => undefined);
    if (now !== then) changed.push(name);
  }
  if (changed.length > 0) {
    throw new Error(
      `Migrations of the previous release were edited or removed: ${changed.join(', ')}. Write a new one instead.`,
    );
  }
}
