import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type pg from 'pg';
import type { Migration } from '../adapters/postgres/kernel/migrate.ts';
import { inTransaction } from '../adapters/postgres/kernel/transaction.ts';
import { DIGEST_KEY_SEPARATOR } from '../core/kernel/digest-key.ts';
import { KEY_BYTES } from '../core/sealing/envelope.ts';
import { LocalRunError } from './local-run-error.ts';
import { draftSecret, keepDraft, readSecret } from './secret-file.ts';

/**
 * The keys that all servers of a database must share, because emails are stored as keyed digests and secrets sealed with a
 * local key. A fingerprint tells keys apart and reveals nothing.
 */
export const DATABASE_KEYS: Migration = {
  name: 'local_keys.sql',
  sql: `CREATE TABLE local_keys (
    name        text PRIMARY KEY,
    fingerprint bytea NOT NULL CHECK (octet_length(fingerprint) = 32)
  )`,
};

/** Makes other starting servers of the database wait until the transaction ends. */
export async function waitForStarts(client: pg.ClientBase): Promise<void> {
  await client.query('LOCK TABLE local_keys IN SHARE ROW EXCLUSIVE MODE');
}

/** A key that belongs to a database: every server on it must use the same one. */
interface DatabaseKey {
  readonly name: string;
  /** In `DATA_DIR`. */
  readonly file: string;
  /** The setting that replaces the file. */
  readonly variable: string;
  isKey(text: string): boolean;
}

interface KeyOptions {
  readonly dataDir: string;
  /** The key, if set in the environment. */
  readonly setting: string | undefined;
}

/** The bytes of base64; empty for any other text. */
const decode = (text: string): Buffer =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0);

/** Whether a text is a digest key, or several, oldest first: base64 of at least 32 bytes each. */
export const isDigestKey = (text: string): boolean =>
  text.split(DIGEST_KEY_SEPARATOR).every(key => decode(key).length >= KEY_BYTES);

/** Whether a text is a seal key: base64 of exactly 32 bytes. */
export const isSealKey = (text: string): boolean => decode(text).length === KEY_BYTES;

const DIGEST_KEY: DatabaseKey = {
  name: 'digest key',
  file: 'digest-key',
  variable: 'DIGEST_KEY',
  isKey: isDigestKey,
};

const SEAL_KEY: DatabaseKey = {
  name: 'seal key',
  file: 'seal-key',
  variable: 'SEAL_KEY',
  isKey: isSealKey,
};

/** Identifies a key without revealing it. Of several it is the first, which recognizes addresses. */
const fingerprint = ({ name }: DatabaseKey, key: string): Buffer =>
  createHash('sha256')
    .update(`anteroom ${name}\n`)
    .update(decode(key.split(DIGEST_KEY_SEPARATOR)[0] ?? ''))
    .digest();

async function readKey({ name, isKey }: DatabaseKey, file: string): Promise<string | undefined> {
  const key = await readSecret(file).catch((error: NodeJS.ErrnoException) => {
    throw new LocalRunError(`Cannot read the ${name} in ${file} (${error.code}). Make the file readable.`);
  });
  if (key === undefined || isKey(key)) return key;
  throw new LocalRunError(`${file} does not contain a valid ${name}. Restore the original file.`);
}

async function makeKey(file: string): Promise<string> {
  const key = randomBytes(KEY_BYTES).toString('base64');
  await draftSecret(file, key);
  await keepDraft(file);
  return key;
}

/**
 * The setting, or else the key in `DATA_DIR`. The first server of a database decides on its key, and creates one if
 * necessary.
 */
async function openKey(key: DatabaseKey, pool: pg.Pool, { dataDir, setting }: KeyOptions): Promise<string> {
  const file = join(dataDir, key.file);
  return inTransaction(pool, async client => {
    await waitForStarts(client);
    const own = setting ?? (await readKey(key, file));
    const { rows } = await client.query<{ fingerprint: Buffer }>(
      'SELECT fingerprint FROM local_keys WHERE name = $1',
      [key.name],
    );
    const known = rows[0]?.fingerprint;
    if (!known) {
      const first = own ?? (await makeKey(file));
      await client.query('INSERT INTO local_keys (name, fingerprint) VALUES ($1, $2)', [
        key.name,
        fingerprint(key, first),
      ]);
      return first;
    }
    if (own && known.equals(fingerprint(key, own))) return own;
    const source = setting === undefined ? `the one in ${dataDir}` : key.variable;
    throw new LocalRunError(
      `This database was set up with a different ${key.name} than ${source}. Use the original DATA_DIR, or set ${key.variable} to the key in its file ${key.file}.`,
    );
  });
}

/**
 * The key of all digests, in base64. The database recognizes emails and addresses with it.
 * @throws {LocalRunError} if the database was set up with another key
 */
export const openDigestKey = (pool: pg.Pool, options: KeyOptions): Promise<string> =>
  openKey(DIGEST_KEY, pool, options);

/**
 * The key that seals customers' secrets, in base64.
 * @throws {LocalRunError} if the database was set up with another key
 */
export const openSealKey = (pool: pg.Pool, options: KeyOptions): Promise<string> =>
  openKey(SEAL_KEY, pool, options);
