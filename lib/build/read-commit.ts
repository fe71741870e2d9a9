import { execFileSync } from 'node:child_process';

/**
 * The commit of the working tree, with `-dirty` where files differ from it.
 * @returns undefined where there is no git, or no repository
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
