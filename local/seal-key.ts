import type pg from 'pg';
import { KEY_BYTES } from '../core/sealing/envelope.ts';
import { type DatabaseKey, decodeKey, openDatabaseKey } from './database-key.ts';

/** Whether a text is a key: base64 of exactly 32 bytes. */
export const isSealKey = (text: string): boolean => decodeKey(text).length === KEY_BYTES;

const SEAL_KEY: DatabaseKey = {
  kind: 'seal',
  name: 'seal key',
  file: 'seal-key',
  variable: 'SEAL_KEY',
  isKey: isSealKey,
};

/**
 * The key that seals customers' secrets, base64. It belongs to the database, whose secrets open with no other; to be
 * opened after the digest key.
 * @throws {LocalRunError} when the database was set up with another
 */
export const openSealKey = (
  pool: pg.Pool,
  options: { dataDir: string; setting: string | undefined },
): Promise<string> => openDatabaseKey(SEAL_KEY, pool, options);
