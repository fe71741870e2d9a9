import { execFileSync } from 'node:child_process';
import { App } from 'aws-cdk-lib';
import { bundleAll } from '../lib/build/bundle-function.ts';
import { buildDeployedSite } from '../lib/build/site-assets.ts';
import { describeStacks } from '../lib/describe-stacks.ts';

/**
 * The commit of the working tree, with `-dirty` if it has changes.
 * @returns undefined without git or outside a repository
 */
function readCommit(): string | undefined {
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

const [bundles, site] = await Promise.all([bundleAll(), buildDeployedSite()]);
describeStacks(new App(), { bundles, site, commit: readCommit(), deployment: String(Date.now()) });
