import { randomBytes } from 'node:crypto';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { Cleanup } from '../../local/cleanup.ts';
import { openDigestKey, openSealKey } from '../../local/database-keys.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';
import { freePort } from '../support/free-port.ts';
import { startProcess, startServer, temporaryFolder } from '../support/local-process.ts';

const newKey = () => randomBytes(32).toString('base64');

const cleanup = new Cleanup();
let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
  cleanup.add(() => database.drop());
});
afterEach(() => cleanup.run());

async function newFolder(): Promise<string> {
  const folder = await temporaryFolder();
  cleanup.add(() => folder.remove());
  return folder.path;
}

describe('the seal key', () => {
  let pool: pg.Pool;
  beforeEach(() => {
    pool = new pg.Pool({ connectionString: database.url, max: 2 });
    // Its connections may still be closing when the database is dropped.
    pool.on('error', () => {});
    cleanup.add(() => pool.end());
  });

  async function open(dataDir: string, setting?: string): Promise<string> {
    await openDigestKey(pool, { dataDir, setting: Buffer.alloc(32, 1).toString('base64') });
    return openSealKey(pool, { dataDir, setting });
  }

  it('is created once, readable by its owner only, and then stays the same', async () => {
    const dataDir = await newFolder();
    const key = await open(dataDir);
    expect(Buffer.from(key, 'base64')).toHaveLength(32);
    expect(await readdir(dataDir)).toEqual(['seal-key']);
    expect((await stat(join(dataDir, 'seal-key'))).mode & 0o777).toBe(0o600);
    expect(await open(dataDir)).toBe(key);
    expect(await open(await newFolder(), key)).toBe(key);
  });

  it('belongs to one database: another key is rejected, and none is created', async () => {
    const first = await newFolder();
    const key = await open(first);
    const second = await newFolder();
    await expect(open(second)).rejects.toThrow(
      /different seal key than the one in .*DATA_DIR.*SEAL_KEY .*seal-key/,
    );
    expect(await readdir(second)).toEqual([]);
    await expect(open(first, newKey())).rejects.toThrow('different seal key than SEAL_KEY');
    await writeFile(join(second, 'seal-key'), Buffer.alloc(31).toString('base64'));
    await expect(open(second)).rejects.toThrow('does not contain a valid seal key');
    expect(await open(second, key)).toBe(key);
  });

  it('is not in the database, and reveals nothing about the digest key', async () => {
    const key = Buffer.alloc(32, 1).toString('base64');
    await open(await newFolder(), key);
    const { rows } = await pool.query('SELECT fingerprint FROM local_keys ORDER BY name DESC');
    const [seal, digest, ...others] = rows.map(row => row.fingerprint);
    expect(seal).toHaveLength(32);
    expect(seal).not.toEqual(Buffer.from(key, 'base64'));
    expect(seal).not.toEqual(digest);
    expect(others).toEqual([]);
  });
});

describe('servers on one database', () => {
  it('start only with the same seal key, and otherwise fail with one line', async () => {
    const shared = { DATABASE_URL: database.url, DIGEST_KEY: newKey() };
    const first = await startServer({ variables: shared });
    cleanup.add(() => first.stop());
    const second = startProcess(process.execPath, ['local/main.ts'], {
      ...shared,
      PORT: String(await freePort()),
      DATA_DIR: await newFolder(),
    });
    expect(await second.ended).toBe(1);
    expect(second.output().trim().split('\n')).toEqual([
      expect.stringContaining('This database was set up with a different seal key'),
    ]);
    const key = (await readFile(join(first.dataDir, 'seal-key'), 'utf8')).trim();
    const third = await startServer({ variables: { ...shared, SEAL_KEY: key } });
    cleanup.add(() => third.stop());
    expect((await fetch(`${third.url}/w/hello`)).status).toBe(200);
    const wrong = startProcess(process.execPath, ['local/main.ts'], { SEAL_KEY: 'c2hvcnQ=' });
    expect(await wrong.ended).toBe(1);
    expect(wrong.output()).toContain('SEAL_KEY: must be base64 of 32 bytes');
  }, 90_000);
});
