import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { createAccountStore } from '../../adapters/postgres/account/account-store.ts';
import { createWaitlistStore } from '../../adapters/postgres/waitlists/waitlist-store.ts';
import { createAccount } from '../../core/account/create-account.ts';
import { Cleanup } from '../../local/cleanup.ts';
import { firstStart, SAMPLE } from '../../local/first-start.ts';
import { createTestDatabase } from '../support/database.ts';
import { temporaryFolder } from '../support/local-process.ts';

const cleanup = new Cleanup();
let pool: pg.Pool;
let folder: string;
let keyFile: string;

beforeEach(async () => {
  const database = await createTestDatabase();
  cleanup.add(() => database.drop());
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  // Its connections may still be closing when the database is dropped.
  pool.on('error', () => {});
  cleanup.add(() => pool.end());
  const temporary = await temporaryFolder();
  cleanup.add(() => temporary.remove());
  folder = temporary.path;
  keyFile = join(folder, 'api-key');
});
afterEach(() => cleanup.run());

const made = async () =>
  (
    await pool.query(`SELECT (SELECT count(*)::integer FROM accounts) AS accounts,
      (SELECT count(*)::integer FROM api_keys) AS keys, (SELECT count(*)::integer FROM waitlists) AS waitlists`)
  ).rows[0];

it('creates everything exactly once, however many servers start', async () => {
  await Promise.all([mkdir(join(folder, 'a')), mkdir(join(folder, 'b'))]);
  const files = [join(folder, 'a', 'api-key'), join(folder, 'b', 'api-key')] as const;
  const results = await Promise.all(files.map(file => firstStart(pool, file)));
  expect(results.toSorted()).toEqual([false, true]);
  expect(await made()).toEqual({ accounts: 1, keys: 1, waitlists: 1 });
  const [own, other] = results[0] ? files : [files[1], files[0]];
  expect(await readFile(own, 'utf8')).toMatch(/^ar_live_\w{38}\n$/);
  expect((await stat(own)).mode & 0o777).toBe(0o600);
  await expect(stat(other)).rejects.toThrow('ENOENT');
  expect(await firstStart(pool, own)).toBe(false);
});

it('leaves nothing in the database or the folder when it fails', async () => {
  const { id } = await createAccount(createAccountStore(pool), { email: 'first@example.com' });
  await createWaitlistStore(pool).insert(id, randomUUID(), SAMPLE, 20);
  await expect(firstStart(pool, keyFile)).rejects.toThrow('account create --email owner@anteroom.test');
  expect(await made()).toEqual({ accounts: 1, keys: 0, waitlists: 1 });
  expect(await readdir(folder)).toEqual([]);
});

it('commits nothing when the key cannot be written', async () => {
  await expect(firstStart(pool, join(folder, 'none', 'api-key'))).rejects.toThrow('ENOENT');
  expect(await made()).toEqual({ accounts: 0, keys: 0, waitlists: 0 });
});

it('finds the key of a start killed right after its commit', async () => {
  await firstStart(pool, keyFile);
  const key = await readFile(keyFile, 'utf8');
  await rename(keyFile, `${keyFile}.new`);
  expect(await firstStart(pool, keyFile)).toBe(false);
  expect(await readFile(keyFile, 'utf8')).toBe(key);
});
