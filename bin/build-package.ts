import { buildPackage, PACKAGES } from '../lib/build/packages/build-package.ts';

/** Builds the named packages of `packages/`. `npm pack` runs it. */
for (const argument of process.argv.slice(2)) {
  const name = PACKAGES.find(each => each === argument);
  if (!name) throw new Error(`There is no package ${argument}, only ${PACKAGES.join(' and ')}`);
  await buildPackage(name);
}
