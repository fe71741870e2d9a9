import { readFile } from 'node:fs/promises';
import { deserialize } from 'node:v8';
import type { FunctionBundle } from '../../lib/build/bundle-function.ts';
import type { SiteAssets } from '../../lib/build/site-assets.ts';

/** Where the build output is; set by `cdk-setup.ts`. */
export const BUILT_VARIABLE = 'ANTEROOM_TEST_BUILT';

/** A deployment's build output, built once for all suites of a run: it takes as long as everything else together. */
export interface Built {
  readonly bundles: ReadonlyMap<string, FunctionBundle>;
  readonly site: SiteAssets;
}

export function builtFile(): string {
  // biome-ignore lint/style/noProcessEnv: the one way from cdk-setup.ts to here.
  const file = process.env[BUILT_VARIABLE];
  if (!file) throw new Error('Nothing was built: the jest project of this test lacks cdk-setup.ts');
  return file;
}

export async function readBuilt(file = builtFile()): Promise<Built> {
  return deserialize(await readFile(file)) as Built;
}
