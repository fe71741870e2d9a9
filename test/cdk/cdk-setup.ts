import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import { bundleAll } from '../../lib/build/bundle-function.ts';
import { buildDeployedSite } from '../../lib/build/site-assets.ts';
import globalSetup from '../support/global-setup.ts';
import { BUILT_VARIABLE, type Built } from './built.ts';

/** Runs once before the suites that check what is deployed: starts Postgres, builds all bundles and site files. */
export default async function cdkSetup(): Promise<void> {
  await globalSetup();
  const [bundles, site] = await Promise.all([bundleAll(), buildDeployedSite()]);
  const file = join(await mkdtemp(join(tmpdir(), 'anteroom-built-')), 'built');
  await writeFile(file, serialize({ bundles, site } satisfies Built));
  // biome-ignore lint/style/noProcessEnv: workers inherit it.
  process.env[BUILT_VARIABLE] = file;
}
