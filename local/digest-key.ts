import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type pg from 'pg';
import { createDeploymentStore } from '../adapters/postgres/deployment-store.ts';
import { inTransaction } from '../adapters/postgres/transaction.ts';
import { LocalRunError } from './local-run-error.ts';
import { draftSecret, keepDraft, readSecret } from './secret-file.ts';

const KEY_BYTES = 32;

const decode = (base64: string): Buffer => Buffer.from(base64, 'base64');

/** Whether a text is a key: base64, at least 32 bytes. */
export const isDigestKey = (text: string): boolean =>
  /^[A-Za-z0-9+/]+={0,2}$/.test(text) && decode(text).length >= KEY_BYTES;

/** Tells one key from another, and says nothing else of it. */
const fingerprint = (key: string): Buffer =>
  createHash('sha256').update('anteroom digest key\n').update(decode(key)).digest();

async function readKey(file: string): Promise<string | undefined> {
  const key = await readSecret(file).catch((error: NodeJS.ErrnoException) => {
    throw new LocalRunError(`The digest key in ${file} cannot be read (${error.code}): make it readable.`);
  });
  if (key === undefined || isDigestKey(key)) return key;
  throw new LocalRunError(`${file} holds no digest key: put back the key that was there.`);
}

async function makeKey(file: string): Promise<string> {
  const key = randomBytes(KEY_BYTES).toString('base64');
  await draftSecret(file, key);
  await keepDraft(file);
  return key;
}

const otherKey = (source: string): LocalRunError =>
  new LocalRunError(
    `The database was set up with another digest key than ${source}: use the DATA_DIR it was set up with, or set DIGEST_KEY to the key in that folder's digest-key.`,
  );

/**
 * The key of all digests, base64: the setting, else the one kept in `DATA_DIR`. It belongs to the database, where emails
 * and addresses are recognised by it: the first server that starts there decides which it is, and makes one if need be.
 * @throws {LocalRunError} when the database was set up with another
 */
export async function openDigestKey(
  pool: pg.Pool,
  { dataDir, setting }: { dataDir: string; setting: string | undefined },
): Promise<string> {
  const file = join(dataDir, 'digest-key');
  return inTransaction(pool, async client => {
    const deployment = createDeploymentStore(client);
    await deployment.lock();
    const own = setting ?? (await readKey(file));
    const known = await deployment.digestKeyFingerprint();
    if (known) {
      if (own && known.equals(fingerprint(own))) return own;
      throw otherKey(setting === undefined ? `that of ${dataDir}` : 'DIGEST_KEY');
    }
    const key = own ?? (await makeKey(file));
    await deployment.keepDigestKeyFingerprint(fingerprint(key));
    return key;
  });
}
