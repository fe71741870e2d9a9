import type pg from 'pg';

/**
 * A seed for each kind of key, so that different kinds never share a lock. Waitlists have theirs in SQL
 * (`waitlist_lock_key`), and so do calls outside (25).
 */
const SEEDS = {
  recipient: 12,
  sign_in: 14,
  payments: 22,
  generations: 23,
  sending_account: 24,
  domain: 25,
  sender: 26,
} as const;

/** Waits until no other transaction holds the lock for this key, and holds it until this one ends. */
export async function lockKey(client: pg.ClientBase, kind: keyof typeof SEEDS, key: string): Promise<void> {
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, $2))', [key, SEEDS[kind]]);
}

/** {@link lockKey} for several keys, in an order that every transaction shares, so that none deadlocks. */
export async function lockKeys(
  client: pg.ClientBase,
  keys: readonly (readonly [kind: keyof typeof SEEDS, key: string])[],
): Promise<void> {
  await client.query({
    name: 'lock-keys',
    text: `SELECT pg_advisory_xact_lock(l.lock) FROM (
             SELECT DISTINCT hashtextextended(k.key, k.seed) AS lock FROM unnest($1::text[], $2::bigint[]) AS k (key, seed)
             ORDER BY lock) l`,
    values: [keys.map(([, key]) => key), keys.map(([kind]) => SEEDS[kind])],
  });
}
