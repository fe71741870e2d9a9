// npm runs this after every `npm ci`, with any version of Node (ADR 2).
//
// npm 10, which comes with Node 20 and 22, links `.bin/node` to the package of this platform and then removes the packages
// of other platforms. Their command has the same name, so it removes the link too.
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const found = Object.keys(optionalDependencies).find(name =>
  existsSync(join('node_modules', name, 'bin/node')),
);
const link = 'node_modules/.bin/node';

if (found !== undefined && !existsSync(link)) {
  mkdirSync('node_modules/.bin', { recursive: true });
  // A dangling link.
  rmSync(link, { force: true });
  symlinkSync(join('..', found, 'bin/node'), link);
}
