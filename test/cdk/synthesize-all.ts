import { readFileSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import { bundleAll } from '../../lib/build/bundle-function.ts';
import { buildDeployedSite } from '../../lib/build/site-assets.ts';
import { describeStacks } from '../../lib/describe-stacks.ts';

/** What to synthesize: a folder, and the context of the app as the command line hands it over. */
export interface Synthesis {
  readonly folder: string;
  readonly context: Readonly<Record<string, unknown>>;
}

// As bin/anteroom.ts, which builds anew for each: that takes as long as all the rest. What to do is told on stdin.
const [bundles, site] = await Promise.all([bundleAll(), buildDeployedSite()]);
for (const { folder, context } of JSON.parse(readFileSync(0, 'utf8')) as Synthesis[]) {
  const app = new App({ outdir: folder, context });
  describeStacks(app, { bundles, site, commit: 'c0ffee' });
  app.synth();
}
