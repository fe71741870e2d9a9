import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { OsUser } from './os-user.ts';

/** A program that does not outlive this process. */
export interface GuardedProcess {
  readonly stderr: Readable;
  /** Resolves with the exit status when the program has ended. */
  readonly exited: Promise<number>;
  signal(name: 'INT' | 'QUIT'): void;
  /** Kills it and its child processes. */
  kill(): void;
}

/**
 * Runs a program and passes on the signals it reads from its input. The input ends when our process does, even by
 * SIGKILL; then it stops the program.
 */
const GUARD = `"$@" </dev/null &
exec >/dev/null 2>&1
while read -r signal; do kill -s "$signal" $!; done
kill -s QUIT $!
wait $!`;

/** Only what Postgres needs: the user's own PGPORT or LC_ALL would change its behavior. */
const ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Starts a program with a shell that guards it. */
export function startGuarded(
  command: readonly string[],
  { user, cwd }: { readonly user: OsUser | undefined; readonly cwd: string },
): GuardedProcess {
  const shell = spawn('/bin/sh', ['-c', GUARD, 'anteroom-guard', ...command], {
    ...user,
    cwd,
    env: ENVIRONMENT,
    stdio: ['pipe', 'ignore', 'pipe'],
    // A separate session: Ctrl-C in a terminal reaches only us, and we stop it after the last request.
    detached: true,
  }) as ChildProcess & { stdin: Writable; stderr: Readable };
  // Only the program holds stderr open.
  shell.stderr.once('close', () => shell.stdin.end());
  // A guard that was killed reads no signals; `exited` reports that.
  shell.stdin.on('error', () => {});
  return {
    stderr: shell.stderr,
    exited: once(shell, 'exit').then(([status]) => Number(status ?? 1)),
    signal: name => shell.stdin.write(`${name}\n`),
    kill: () => process.kill(-(shell.pid ?? Number.NaN), 'SIGKILL'),
  };
}
