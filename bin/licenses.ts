import { join } from 'node:path';
import { readLicenses } from '../lib/build/licenses.ts';

/** Lists what the service is made of, and under which licences, a line for each package. */
for (const { name, version, license } of readLicenses(join(import.meta.dirname, '..'))) {
  console.log(`${name}\t${version}\t${license ?? 'none declared'}`);
}
