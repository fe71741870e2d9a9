import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Cleanup } from '../../local/cleanup.ts';
import { openDigestKey } from '../../local/database-keys.ts';
import { LocalRunError } from '../../local/local-run-error.ts';
import { createApiClient } from '../support/api-client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { startProcess, startServer, temporaryFolder } from '../support/local-process.ts';
import { verifies } from '../support/verifies.ts';

const newKey = () => randomBytes(32).toString('base64');

const cleanup = new Cleanup();
let database: TestDatabase;
let pool: pg.Pool;

beforeEach(async () => {
  database = await createTestDatabase();
  cleanup.add(() => database.drop());
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  // Its connections may still be closing when the database is dropped.
  pool.on('error', () => {});
  cleanup.add(() => pool.end());
});
afterEach(() => cleanup.run());

async function newFolder(): Promise<string> {
  const folder = await temporaryFolder();
  cleanup.add(() => folder.remove());
  return folder.path;
}

const open = (dataDir: string, setting?: string) => openDigestKey(pool, { dataDir, setting });

describe('the digest key', () => {
  it('is created once, readable by its owner only, and then stays the same', async () => {
    const dataDir = await newFolder();
    const key = await open(dataDir);
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(await readdir(dataDir)).toEqual(['digest-key']);
    expect((await stat(join(dataDir, 'digest-key'))).mode & 0o777).toBe(0o600);
    expect(await open(dataDir)).toBe(key);
    expect(await open(await newFolder(), key)).toBe(key);
  });

  it('is not in the database', async () => {
    const key = await open(await newFolder());
    const { rows } = await pool.query('SELECT fingerprint FROM local_keys');
    expect(rows).toHaveLength(1);
    expect(rows[0].fingerprint).not.toEqual(Buffer.from(key, 'base64'));
  });

  it('belongs to one database: another key is rejected, and none is created', async () => {
    const first = await newFolder();
    const key = await open(first);
    const second = await newFolder();
    await expect(open(second)).rejects.toThrow(/different digest key than the one in .*DATA_DIR.*DIGEST_KEY/);
    expect(await readdir(second)).toEqual([]);
    await expect(open(first, newKey())).rejects.toThrow('different digest key than DIGEST_KEY');
    await writeFile(join(second, 'digest-key'), newKey());
    await expect(open(second)).rejects.toThrow(LocalRunError);
    expect(await open(second, key)).toBe(key);
  });

  it('is shared by servers that start at the same time', async () => {
    const folders = await Promise.all(Array.from({ length: 4 }, newFolder));
    const opened = await Promise.allSettled(folders.map(folder => open(folder)));
    expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is not replaced if the existing one cannot be read', async () => {
    const dataDir = await newFolder();
    const file = join(dataDir, 'digest-key');
    await mkdir(file);
    await expect(open(dataDir)).rejects.toThrow(/Cannot read the digest key .*\(EISDIR\)/);
    const cut = await newFolder();
    await writeFile(join(cut, 'digest-key'), '');
    await expect(open(cut)).rejects.toThrow('does not contain a valid digest key');
    expect(await readFile(join(cut, 'digest-key'), 'utf8')).toBe('');
  });
});

describe('servers on one database', () => {
  it('start only with the same digest key, and otherwise fail with one line', async () => {
    const first = await startServer({ variables: { DATABASE_URL: database.url } });
    cleanup.add(() => first.stop());
    const second = startProcess(process.execPath, ['local/main.ts'], {
      PORT: String(await freePort()),
      DATA_DIR: await newFolder(),
      DATABASE_URL: database.url,
    });
    expect(await second.ended).toBe(1);
    expect(second.output().trim().split('\n')).toEqual([
      expect.stringContaining('This database was set up with a different digest key'),
    ]);
    const wrong = startProcess(process.execPath, ['local/main.ts'], { DIGEST_KEY: 'c2hvcnQ=' });
    expect(await wrong.ended).toBe(1);
    expect(wrong.output()).toContain('DIGEST_KEY: must be base64 of at least 32 bytes');
  });

  it(`recognize each other's emails when they share a key${verifies('entries.email-unique-ignoring-case')}`, async () => {
    const variables = { DATABASE_URL: database.url, DIGEST_KEY: newKey(), SEAL_KEY: newKey() };
    const first = await startServer({ variables });
    cleanup.add(() => first.stop());
    const second = await startServer({ variables });
    cleanup.add(() => second.stop());
    const signUp = (url: string, email: string) => createApiClient(url).post('/w/hello/signups', { email });
    expect((await signUp(first.url, 'ada@example.com')).status).toBe(201);
    expect(await signUp(second.url, 'ADA@example.com')).toMatchObject({
      status: 200,
      body: { alreadyJoined: true },
    });
    // The first start wrote the key to the first server's folder only.
    expect(second.output()).toContain('This folder has no API key');
    expect(second.output()).toContain(
      'npm run -s admin -- key create --email owner@anteroom.test --scopes all',
    );
    expect(second.output()).not.toContain('$(cat');
  });
});
