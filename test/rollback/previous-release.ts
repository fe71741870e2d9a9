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
export const PREVIOUS_RELEASE = 'cfc38725f51c6ae624ab0e05787c948215840551';

/** The last tag of a release before this commit, and the commit it names: `v1.2.3 e3ee3db…`; empty where none is tagged. */
async function lastTaggedRelease(): Promise<string> {
  const describe = ['describe', '--tags', '--abbrev=0', '--match', 'v[0-9]*', 'HEAD^'];
  const tag = await run('git', describe, { cwd: ROOT }).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  );
  if (tag === '') return '';
  const { stdout } = await run('git', ['rev-parse', `${tag}^{commit}`], { cwd: ROOT });
  return `${tag} ${stdout.trim()}`;
}

/**
 * A release before the last one would let migrations of the last be edited, and what it uses be dropped.
 * @throws {Error} where a later release is tagged.
 */
export async function requireLastRelease(previous = PREVIOUS_RELEASE): Promise<void> {
  const last = await lastTaggedRelease();
  if (last === '') {
    console.log(`No release is tagged, so nothing says whether ${previous} is the one that runs.`);
  } else if (!last.endsWith(previous)) {
    const message = `The release before this one is ${last}, and PREVIOUS_RELEASE in test/rollback/previous-release.ts is ${previous}: set it.`;
    throw new Error(message);
  }
}

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
