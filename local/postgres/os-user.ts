import { execFileSync } from 'node:child_process';
import { userInfo } from 'node:os';

/** A user of the operating system that Postgres runs as. */
export interface OsUser {
  readonly uid: number;
  readonly gid: number;
}

const NAME = 'postgres';

function lookUp(name: string): OsUser | undefined {
  try {
    const id = (flag: string) =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }));
    return { uid: id('-u'), gid: id('-g') };
  } catch {
    return undefined;
  }
}

function create(name: string): OsUser | undefined {
  try {
    const args = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', name];
    execFileSync('useradd', args, { stdio: 'pipe' });
  } catch {
    // Small images lack useradd; whoever asked goes on with another user.
  }
  return lookUp(name);
}

/**
 * Whom Postgres must run as: `undefined` is the user of this process. Postgres refuses to run as root, so root lends it
 * to the user `postgres`, who is made if need be; where that is not possible, to `nobody`.
 */
export function postgresUser(): OsUser | undefined {
  if (userInfo().uid !== 0) return undefined;
  const user = lookUp(NAME) ?? create(NAME) ?? lookUp('nobody');
  if (!user)
    throw new Error(
      'Postgres cannot run as root, and no user "postgres" could be made; run as a normal user',
    );
  return user;
}
