import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type pg from 'pg';
import { connectDatabase, disconnectDatabase } from '../../adapters/postgres/kernel/pool.ts';
import { inTransaction } from '../../adapters/postgres/kernel/transaction.ts';
import { withClient } from '../../adapters/postgres/kernel/with-client.ts';
import { createTestDatabase, type TestDatabase } from '../support/database.ts';

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = connectDatabase({
    DATABASE_URL: database.url,
    DATABASE_NAME: '',
    DATABASE_USER: '',
    DATABASE_POOL_SIZE: 1,
    DATABASE_CONNECT_SECONDS: 10,
    AWS_REGION: '',
  });
});

afterAll(async () => {
  await disconnectDatabase({ DATABASE_URL: database.url });
  await database.drop();
});

const addAccount = (client: pg.ClientBase, email: string) =>
  client.query('INSERT INTO accounts (email) VALUES ($1)', [email]);
const emails = async (): Promise<string[]> =>
  (await pool.query<{ email: string }>('SELECT email FROM accounts ORDER BY email')).rows.map(
    row => row.email,
  );

describe('a transaction', () => {
  it('is committed when its work returns, and rolled back when it throws', async () => {
    expect(await inTransaction(pool, client => addAccount(client, 'kept@x.test'))).toMatchObject({
      rowCount: 1,
    });
    await expect(
      inTransaction(pool, async client => {
        await addAccount(client, 'undone@x.test');
        throw new Error('Stop');
      }),
    ).rejects.toThrow('Stop');
    expect(await emails()).toEqual(['kept@x.test']);
  });

  it('joins the transaction of the client it is given', async () => {
    await expect(
      inTransaction(pool, async outer => {
        await inTransaction(outer, client => addAccount(client, 'inner@x.test'));
        throw new Error('Stop');
      }),
    ).rejects.toThrow('Stop');
    expect(await emails()).not.toContain('inner@x.test');
  });

  it('does not end the process if its connection breaks before its first query', async () => {
    // As inTransaction for a moment: nobody listens to the client yet.
    const client = await pool.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const ended = new Promise(resolve => client.once('end', resolve));
    await withClient({ connectionString: database.url }, other =>
      other.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]),
    );
    await ended;
    await expect(client.query('SELECT 1')).rejects.toThrow();
    client.release(true);
    expect(await emails()).toEqual(expect.any(Array));
  });

  it('leaves no broken connection in the pool', async () => {
    const broken = inTransaction(pool, async client => {
      await client.query('SELECT pg_terminate_backend(pg_backend_pid())');
    });
    await expect(broken).rejects.toThrow();
    expect(await emails()).toContain('kept@x.test');
  });

  it('soon releases its locks when its process is frozen', async () => {
    const { rows } = await pool.query(
      `SELECT name, setting::integer AS ms FROM pg_settings
       WHERE name IN ('idle_in_transaction_session_timeout', 'lock_timeout', 'statement_timeout') ORDER BY name`,
    );
    expect(rows).toEqual([
      { name: 'idle_in_transaction_session_timeout', ms: 30_000 },
      { name: 'lock_timeout', ms: 12_000 },
      { name: 'statement_timeout', ms: 24_000 },
    ]);
  });
});
