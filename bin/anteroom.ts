import { App } from 'aws-cdk-lib';
import { bundleAll } from '../lib/build/bundle-function.ts';
import { readCommit } from '../lib/build/read-commit.ts';
import { buildDeployedSite } from '../lib/build/site-assets.ts';
import { describeStacks } from '../lib/describe-stacks.ts';

const [bundles, site] = await Promise.all([bundleAll(), buildDeployedSite()]);
describeStacks(new App(), { bundles, site, commit: readCommit() });
