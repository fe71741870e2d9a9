import { execFile } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import { environment } from '../support/launch-chromium.ts';
import { temporaryFolder } from '../support/local-process.ts';
import { verifies } from '../support/verifies.ts';

const SCRIPT = join(import.meta.dirname, '../../ops/admin');
/** The commands that it runs. Of AWS: the cluster's name, then its endpoint and secret, then that secret. */
const TOOLS = {
  aws: 'case "$1 $2" in "rds "*) printf "db.example\\tarn:secret\\n" ;; *) echo cluster ;; esac',
  // It reads all: a pipe that ends early is an error.
  jq: 'cat >/dev/null; echo "pass:word"',
  npm: 'echo "$DATABASE_URL $*"',
};

it(`ops/admin runs on the database of a deployment, and keeps its password out of the address${verifies('admin.deployed')}`, async () => {
  const folder = await temporaryFolder();
  try {
    for (const [name, script] of Object.entries(TOOLS)) {
      await writeFile(join(folder.path, name), `#!/bin/sh\n${script}\n`);
      await chmod(join(folder.path, name), 0o755);
    }
    const run = (...args: string[]) =>
      promisify(execFile)(SCRIPT, args, {
        env: {
          PATH: `${folder.path}:${environment('PATH')}`,
          HOME: folder.path,
          AWS_REGION: 'eu-central-1',
        },
      });
    const { stdout } = await run('signup', 'show', '--waitlist', 'tea', '--email', "o'hara@example.com");
    expect(stdout).toBe(
      "postgres://postgres@db.example/anteroom?uselibpqcompat=true&sslmode=require run -s admin -- signup show --waitlist tea --email o'hara@example.com\n",
    );
    expect(await readFile(join(folder.path, '.pgpass'), 'utf8')).toBe(
      'db.example:5432:anteroom:postgres:pass\\:word\n',
    );
    await expect(run()).rejects.toThrow('Usage');
  } finally {
    await folder.remove();
  }
});
