import { execFileSync } from 'node:child_process';

/**
 * The commit of the working tree, with `-dirty` if it has changes.
 * @returns undefined without git or outside a repository
 */
export function readCommit(): string | undefined {
  try {
    const words = ['describe', '--always', '--dirty', '--abbrev=40', '--exclude=*'];
    const answer = execFileSync('git', words, {
      cwd: import.meta.dirname,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    return answer.trim();
  } catch {
    return undefined;
  }
}
