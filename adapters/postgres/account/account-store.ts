import pg from 'pg';
import type { AccountRecord, AccountStore } from '../../../core/account/account-store.ts';
import { lockKey } from '../kernel/advisory-lock.ts';
import { inTransaction } from '../kernel/transaction.ts';

const ACCOUNT = 'id, email, plan, created_at AS "createdAt"';
const isEmailTaken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === 'accounts_email';

async function deleteAccount(client: pg.ClientBase, id: string): Promise<boolean> {
  // Before any row, as payments do, so that the two cannot deadlock.
  await lockKey(client, 'payments', id);
  // Before the account, as signing in does.
  await client.query(
    'DELETE FROM sign_in_attempts s USING accounts a WHERE a.id = $1 AND lower(s.email) = lower(a.email)',
    [id],
  );
  // Anything added to the account from here on waits, and then finds no account.
  const { rowCount: found } = await client.query('SELECT FROM accounts WHERE id = $1 FOR UPDATE', [id]);
  if (!found) return false;
  // In one order, so that two deletions cannot deadlock.
  await client.query(
    `SELECT delete_waitlist($1, id)
     FROM (SELECT id FROM waitlists WHERE account_id = $1 ORDER BY id) w`,
    [id],
  );
  const { rowCount: images } = await client.query(
    'INSERT INTO image_purges (hash) SELECT hash FROM asset_uploads WHERE account_id = $1',
    [id],
  );
  if (images) {
    // A job must name a waitlist; this one belongs to none.
    await client.query(`INSERT INTO outbox (kind, waitlist_id) VALUES ('purge_images', gen_random_uuid())`);
  }
  // Nobody needs time to get senders back. Without them, a job removes what SES has.
  await client.query(`DELETE FROM outbox WHERE kind IN ('reconcile_sender', 'sender_notice') AND turn = $1`, [
    id,
  ]);
  await client.query('DELETE FROM senders WHERE account_id = $1', [id]);
  await client.query('UPDATE sender_domains SET last_active_at = NULL WHERE account_id = $1', [id]);
  // Its domains are still being removed.
  await client.query(
    `UPDATE outbox SET turn = DEFAULT WHERE kind IN ('reconcile_domain', 'reconcile_sender') AND turn = $1`,
    [id],
  );
  await client.query('DELETE FROM accounts WHERE id = $1', [id]);
  return true;
}

/** {@link AccountStore} on Postgres. Given a client, it works in that client's transaction. */
export function createAccountStore(pool: pg.Pool | pg.ClientBase): AccountStore {
  return {
    async findAccount(email) {
      const { rows } = await pool.query<AccountRecord>(
        `SELECT ${ACCOUNT} FROM accounts WHERE lower(email) = lower($1)`,
        [email],
      );
      return rows[0] ?? null;
    },

    async insertAccount({ email, plan }) {
      try {
        const { rows } = await pool.query<AccountRecord>(
          `INSERT INTO accounts (email, plan) VALUES ($1, $2) RETURNING ${ACCOUNT}`,
          [email, plan],
        );
        const [account] = rows;
        if (!account) throw new Error('INSERT returned no row');
        return account;
      } catch (error) {
        if (isEmailTaken(error)) return 'email_taken';
        throw error;
      }
    },

    async setPlan(email, plan) {
      const { rows } = await pool.query<AccountRecord>(
        `UPDATE accounts SET plan = $2 WHERE lower(email) = lower($1) RETURNING ${ACCOUNT}`,
        [email, plan],
      );
      return rows[0] ?? null;
    },

    async getsReplies(id) {
      const { rows } = await pool.query<{ on: boolean }>(
        'SELECT reply_to_digest IS NOT NULL AS on FROM accounts WHERE id = $1',
        [id],
      );
      return rows[0]?.on ?? false;
    },

    async setReplyTo(id, digest) {
      await pool.query('UPDATE accounts SET reply_to_digest = $2 WHERE id = $1', [id, digest]);
    },

    deleteAccount: id => inTransaction(pool, client => deleteAccount(client, id)),
  };
}
