import type pg from 'pg';

/**
 * Makes other changes that count against the account's limits wait until this transaction ends, so that the second of two
 * parallel changes counts what the first one wrote. New rows that reference the account do not wait.
 */
export async function lockAccount(client: pg.ClientBase, accountId: string): Promise<void> {
  await client.query('SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
}
