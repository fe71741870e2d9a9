import { execFileSync } from 'node:child_process';

/** The operating system user that Postgres runs as. */
export interface OsUser {
  readonly uid: number;
  readonly gid: number;
}

function lookUp(name: string): OsUser | undefined {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

/** Postgres refuses to run as root, so root runs it as another user. `undefined` means the user of this process. */
export function postgresUser(): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const user = lookUp('postgres') ?? lookUp('nobody');
  if (!user)
    throw new Error('Postgres cannot run as root, and this machine has no user "postgres" or "nobody"');
  return user;
}
