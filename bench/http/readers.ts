import type pg from 'pg';
import { apiKeyPrefix, generateApiKey, hashApiKey } from '../../core/account/api-key.ts';
import { ALL_SCOPES } from '../../core/kernel/scopes.ts';

export interface Reader {
  /** The slug of the account's only waitlist. */
  readonly slug: string;
  readonly key: string;
}

const made = new WeakMap<pg.Pool, Promise<readonly Reader[]>>();
/** Two requests per second each are 10,000 per second in all, more than two processors can answer. */
const READERS = 5_000;

/** The readers of a run, created on the first call. */
export function readersOf(pool: pg.Pool): Promise<readonly Reader[]> {
  const readers = made.get(pool) ?? makeReaders(pool, READERS);
  made.set(pool, readers);
  return readers;
}

/** Accounts with one key and one waitlist each, enough that none comes near its 120 requests per minute. */
async function makeReaders(pool: pg.Pool, count: number): Promise<Reader[]> {
  const readers = Array.from({ length: count }, (_, n) => ({ slug: `reader-${n}`, key: generateApiKey() }));
  await pool.query(
    `WITH asked AS (
       SELECT * FROM unnest($1::text[], $2::bytea[], $3::text[]) AS a (slug, hash, prefix)
     ), holders AS (
       INSERT INTO accounts (email) SELECT slug || '@bench.test' FROM asked RETURNING id, email
     ), keys AS (
       INSERT INTO api_keys (account_id, name, prefix, secret_hash, scopes)
       SELECT h.id, 'Bench', a.prefix, a.hash, $4 FROM asked a JOIN holders h ON h.email = a.slug || '@bench.test'
     )
     INSERT INTO waitlists (account_id, slug, name, description, seo_title)
     SELECT h.id, a.slug, 'Reader', 'A waitlist that is read', 'Join us'
     FROM asked a JOIN holders h ON h.email = a.slug || '@bench.test'`,
    [
      readers.map(reader => reader.slug),
      readers.map(reader => hashApiKey(reader.key)),
      readers.map(reader => apiKeyPrefix(reader.key)),
      [...ALL_SCOPES],
    ],
  );
  await pool.query('ANALYZE accounts, api_keys, waitlists');
  return readers;
}
