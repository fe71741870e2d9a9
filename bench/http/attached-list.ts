import { randomBytes } from 'node:crypto';
import type { Bench, BenchDatabase } from '../bench.ts';
import { makeKey, openPool } from '../database.ts';

/** Two empty waitlists of one account: one stores its signups here, one in an attached Postgres. */
export interface AttachedList {
  readonly key: string;
  readonly internal: string;
  readonly attached: string;
  /** Signups of the attached waitlist that have not arrived yet. */
  waiting(): Promise<number>;
  /** Deletes contacts that are no longer needed, as if every email had been sent. */
  eraseDelivered(): Promise<void>;
}

/** Another database on the same server, standing in for the account's own. */
async function makeCustomerDatabase(bench: Bench, { pool, url }: BenchDatabase): Promise<string> {
  const name = `anteroom_bench_customer_${randomBytes(6).toString('hex')}`;
  await pool.query(`CREATE DATABASE ${name}`);
  const admin = openPool(bench, await bench.server(), 1);
  bench.cleanup.add(async () => {
    await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  });
  const customer = new URL(url);
  customer.pathname = `/${name}`;
  return customer.href;
}

/** Creates both waitlists, and attaches the database through the API on `port`. */
export async function makeAttachedList(
  bench: Bench,
  database: BenchDatabase,
  port: number,
): Promise<AttachedList> {
  const { pool, list } = database;
  const key = await makeKey(database, 'entries:read', 'domains:write');
  const [internal, attached] = ['stays-here', 'goes-there'];
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO waitlists (account_id, slug, name) SELECT $1, slug, slug FROM unnest($2::text[]) AS slug
     RETURNING id`,
    [list.accountId, [internal, attached]],
  );
  const id = rows[1]?.id;
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/waitlists/${attached}/database`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      dbType: 'postgres',
      connectionString: await makeCustomerDatabase(bench, database),
    }),
    signal: bench.signal,
  });
  if (response.status !== 200) throw new Error(`The database was not attached: ${await response.text()}`);

  return {
    key,
    internal,
    attached,
    async waiting() {
      const { rows: counts } = await pool.query<{ waiting: number }>(
        `SELECT coalesce((SELECT max(e.seq) FROM entries e WHERE e.waitlist_id = w.id), 0) - a.next_seq + 1 AS waiting
         FROM waitlists w JOIN database_attachments a ON a.id = w.database_id WHERE w.id = $1`,
        [id],
      );
      return counts[0]?.waiting ?? 0;
    },
    async eraseDelivered() {
      await pool.query(
        `DELETE FROM contacts c USING delivered_ranges r WHERE c.waitlist_id = $1
         AND r.waitlist_id = c.waitlist_id AND c.seq BETWEEN r.first_seq AND r.last_seq`,
        [id],
      );
    },
  };
}
