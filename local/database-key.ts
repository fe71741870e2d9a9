import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type pg from 'pg';
import { inTransaction } from '../adapters/postgres/transaction.ts';
import { createDeploymentStore, type DeploymentKey } from './deployment-store.ts';
import { LocalRunError } from './local-run-error.ts';
import { draftSecret, keepDraft, readSecret } from './secret-file.ts';

/** A key that belongs to a database: every server that uses it must hold the same. */
export interface DatabaseKey {
  readonly kind: DeploymentKey;
  /** As a sentence calls it: `digest key`. */
  readonly name: string;
  /** In `DATA_DIR`. */
  readonly file: string;
  /** The setting that takes the place of the file. */
  readonly variable: string;
  isKey(text: string): boolean;
}

const KEY_BYTES = 32;

/** The bytes of base64, and nothing for any other text. */
export const decodeKey = (text: string): Buffer =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0);

/** Tells one key from another, and says nothing else of it. */
const fingerprint = ({ name }: DatabaseKey, key: string): Buffer =>
  createHash('sha256').update(`anteroom ${name}\n`).update(decodeKey(key)).digest();

async function readKey({ name, isKey }: DatabaseKey, file: string): Promise<string | undefined> {
  const key = await readSecret(file).catch((error: NodeJS.ErrnoException) => {
    throw new LocalRunError(`The ${name} in ${file} cannot be read (${error.code}): make it readable.`);
  });
  if (key === undefined || isKey(key)) return key;
  throw new LocalRunError(`${file} holds no ${name}: put back the key that was there.`);
}

async function makeKey(file: string): Promise<string> {
  const key = randomBytes(KEY_BYTES).toString('base64');
  await draftSecret(file, key);
  await keepDraft(file);
  return key;
}

const otherKey = ({ name, variable, file }: DatabaseKey, source: string): LocalRunError =>
  new LocalRunError(
    `The database was set up with another ${name} than ${source}: use the DATA_DIR it was set up with, or set ${variable} to the key in that folder's ${file}.`,
  );

/**
 * A key of the database, base64: the setting, else the one kept in `DATA_DIR`. The first server that starts there decides
 * which it is, and makes one if need be.
 * @throws {LocalRunError} when the database was set up with another
 */
export async function openDatabaseKey(
  key: DatabaseKey,
  pool: pg.Pool,
  { dataDir, setting }: { dataDir: string; setting: string | undefined },
): Promise<string> {
  const file = join(dataDir, key.file);
  return inTransaction(pool, async client => {
    const deployment = createDeploymentStore(client);
    await deployment.lock();
    const own = setting ?? (await readKey(key, file));
    const known = await deployment.keyFingerprint(key.kind);
    if (known) {
      if (own && known.equals(fingerprint(key, own))) return own;
      throw otherKey(key, setting === undefined ? `that of ${dataDir}` : key.variable);
    }
    const opened = own ?? (await makeKey(file));
    await deployment.keepKeyFingerprint(key.kind, fingerprint(key, opened));
    return opened;
  });
}
