import type pg from 'pg';
import type { HotList } from './bench.ts';

/** The plain reference table: one unique index, no order, no referrals. */
export const REFERENCE_TABLE = `CREATE TABLE reference_rows (
  id uuid NOT NULL, waitlist_id uuid NOT NULL, email text NOT NULL, name text, position integer NOT NULL,
  referral_code text NOT NULL, referred_by text, created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (waitlist_id, email))`;

/** An id ordered by time, like UUIDs of version 7. */
const orderedId = (moment: string): string =>
  `(lpad((${moment})::text, 16, '0') || right(replace(gen_random_uuid()::text, '-', ''), 16))::uuid`;

/** A function that makes the argument for batches: CALL accepts expressions, but no subqueries. */
export const BATCH_ARGUMENT = `
  CREATE FUNCTION some_signups(size integer, seed bigint) RETURNS jsonb LANGUAGE sql VOLATILE AS $$
    SELECT jsonb_agg(jsonb_build_object(
      'entry_id', ${orderedId('(extract(epoch FROM clock_timestamp()) * 1000000)::bigint')},
      'email_digest', sha256(int8send(seed) || int4send(n)), 'email', 'u' || seed || '.' || n || '@bench.test', 'name', 'Ada',
      'referral_code', left(encode(uuid_send(gen_random_uuid()), 'base64'), 10), 'is_disposable', false))
    FROM generate_series(1, size) n $$`;

/**
 * The referral code of the n-th generated entry: 10 characters, distributed like random ones and unique, since an odd
 * factor permutes the numbers below 2^40.
 */
export const codeOf = (n: string): string =>
  `lpad(to_hex((${n}::bigint * 679891637631) % 1099511627776), 10, '0')`;

export const HOT_SLUG = 'hot';
/** Half the maximum, and ten times the minimum. */
const BOOST = 10;

/** An account with one licensed waitlist that rewards referrals. */
export async function makeHotList(pool: pg.Pool): Promise<HotList> {
  const { rows } = await pool.query<{ id: string; accountId: string }>(
    `WITH holder AS (
       INSERT INTO accounts (email, plan) VALUES ('holder@bench.test', 'pro') RETURNING id
     )
     INSERT INTO waitlists (account_id, slug, name, referral_enabled, referral_boost, licensed_at)
     SELECT id, $1, 'Hot', true, $2, now() FROM holder RETURNING id, account_id AS "accountId"`,
    [HOT_SLUG, BOOST],
  );
  const [row] = rows;
  if (!row) throw new Error('The hot waitlist was not created');
  return { ...row, slug: HOT_SLUG };
}

/** Entries 1 to n, as single signups would create them, and as many rows of the plain table. */
export async function fillList(pool: pg.Pool, waitlistId: string, entries: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query(`SET synchronous_commit = off; SET maintenance_work_mem = '256MB'`);
    await client.query(
      `INSERT INTO entries (waitlist_id, seq, id, email_digest, referral_code, created_at)
       SELECT $1, n, ${orderedId('n')}, sha256(int8send(n)), ${codeOf('n')},
              now() - make_interval(secs => $2 - n)
       FROM generate_series(1, $2::bigint) n`,
      [waitlistId, entries],
    );
    await client.query(
      `INSERT INTO contacts (waitlist_id, seq, email, name)
       SELECT $1, n, 'entry' || n || '@bench.test', 'Ada' FROM generate_series(1, $2::bigint) n`,
      [waitlistId, entries],
    );
    await client.query(
      `INSERT INTO reference_rows (id, waitlist_id, email, name, position, referral_code)
       SELECT gen_random_uuid(), $1, 'entry' || n || '@bench.test', 'Ada', n, ${codeOf('n')}
       FROM generate_series(1, $2::bigint) n`,
      [waitlistId, entries],
    );
    await client.query('VACUUM ANALYZE');
    await client.query('CHECKPOINT');
  } finally {
    client.release(true);
  }
}

/** Resets the waitlist, for cells that must start at a known size. */
export async function refillList(pool: pg.Pool, waitlistId: string, entries: number): Promise<void> {
  await pool.query('TRUNCATE entries, contacts, places, place_blocks, people_counts, outbox, reference_rows');
  await fillList(pool, waitlistId, entries);
}
