import type pg from 'pg';
import { type DatabaseKey, decodeKey, openDatabaseKey } from './database-key.ts';

/** Whether a text is a key: base64, at least 32 bytes. */
export const isDigestKey = (text: string): boolean => decodeKey(text).length >= 32;

const DIGEST_KEY: DatabaseKey = {
  kind: 'digest',
  name: 'digest key',
  file: 'digest-key',
  variable: 'DIGEST_KEY',
  isKey: isDigestKey,
};

/**
 * The key of all digests, base64. It belongs to the database, where emails and addresses are recognised by it.
 * @throws {LocalRunError} when the database was set up with another
 */
export const openDigestKey = (
  pool: pg.Pool,
  options: { dataDir: string; setting: string | undefined },
): Promise<string> => openDatabaseKey(DIGEST_KEY, pool, options);
