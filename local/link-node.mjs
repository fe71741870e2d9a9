// After every `npm ci`, in whatever Node.js npm runs with, so nothing here may need the one that it links (ADR 2).
//
// npm before 11 (all that Node 20 and 22 come with) first links `.bin/node` to the package of this platform, and then
// removes those of the other platforms together with everything that has the name of one of their commands: that link.
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const { optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8'));
const found = Object.keys(optionalDependencies).find(name =>
  existsSync(join('node_modules', name, 'bin/node')),
);
const link = 'node_modules/.bin/node';

if (found !== undefined && !existsSync(link)) {
  mkdirSync('node_modules/.bin', { recursive: true });
  // One that leads nowhere any more is not there, and in the way.
  rmSync(link, { force: true });
  symlinkSync(join('..', found, 'bin/node'), link);
}
