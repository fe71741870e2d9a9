import { join } from 'node:path';
import { readLicenses } from '../lib/build/licenses.ts';

/** Prints every package the service installs, with its version and license. */
for (const { name, version, license } of readLicenses(join(import.meta.dirname, '..'))) {
  console.log(`${name}\t${version}\t${license ?? 'none declared'}`);
}
