import { execFile } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { eventually } from '../support/eventually.ts';
import { environment } from '../support/launch-chromium.ts';
import { temporaryFolder } from '../support/local-process.ts';
import { shareSession } from '../support/session.ts';
import { verifies } from '../support/verifies.ts';

const ROOT = join(import.meta.dirname, '../..');
/** The Data API as far as `ops/sql` uses it, on the test's database; the names of resources mean nothing. */
const AWS = `#!${process.execPath}
import pg from '${join(ROOT, 'node_modules/pg/esm/index.mjs')}';
const args = process.argv.slice(2);
if (args[0] !== 'rds-data') console.log('one two');
else {
  const client = new pg.Client({ connectionString: process.env.TEST_DATABASE });
  await client.connect();
  await client.query('SET default_transaction_read_only = on');
  console.log(JSON.stringify((await client.query(args[args.indexOf('--sql') + 1])).rows));
  await client.end();
}
`;

const session = shareSession();
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  await writeFile(join(folder.path, 'package.json'), '{"type": "module"}');
  await writeFile(join(folder.path, 'aws'), AWS);
  await chmod(join(folder.path, 'aws'), 0o755);
});
afterAll(async () => {
  await folder.remove();
});

async function follow(...args: string[]): Promise<{ what: string; detail: string }[]> {
  const { stdout } = await promisify(execFile)(join(ROOT, 'ops/follow-signup'), args, {
    env: {
      PATH: `${folder.path}:${environment('PATH')}`,
      AWS_REGION: 'eu-central-1',
      TEST_DATABASE: session.databaseUrl,
    },
  });
  return JSON.parse(stdout);
}

it(`shows a signup from joining to its webhook, and changes nothing${verifies('run.follow-signup')}`, async () => {
  await session.api.post('/api/v1/waitlists', { name: 'Followed', slug: 'followed' });
  // Nothing listens there.
  const hook = { url: 'http://127.0.0.1:9/', events: ['entry.joined'] };
  expect((await session.api.post('/api/v1/waitlists/followed/webhooks', hook)).status).toBe(201);
  const email = "o'hara@example.com";
  for (const each of ['other@example.com', email]) await session.join('followed', { email: each });
  await eventually(async () => {
    const steps = await follow('followed', "O'Hara@example.com");
    expect(steps.map(({ what }) => what)).toEqual([
      'joined',
      'webhook entry.joined',
      'email sent',
      'job webhook',
    ]);
    expect(steps.map(({ detail }) => detail)).toEqual([
      expect.stringMatching(/^entry [0-9a-f-]{36}, place 2, waiting$/),
      expect.stringMatching(/^pending, attempts 1, refused, next .+, delivery [0-9a-f-]{36}$/),
      'confirmation',
      expect.stringMatching(/^attempts \d+, failures 0/),
    ]);
  });
  const [{ id }] = (await session.api.get('/api/v1/waitlists/followed/entries?limit=1')).body.entries;
  expect(await follow('followed', id)).toMatchObject([{ detail: expect.stringContaining(id) }, {}, {}, {}]);
  await session.api.post('/api/v1/waitlists', { name: 'Asked', slug: 'asked', confirmation: 'required' });
  await session.join('asked', { email });
  expect((await follow('asked', email))[0]?.what).toBe('asked to confirm the address');
  expect(await follow('followed', "nobody' OR true --")).toEqual([]);
  // A valid address.
  expect(await follow('followed', '{pending}@example.com')).toEqual([]);
  await expect(follow("x' OR true", id)).rejects.toThrow('is not a slug');
});
