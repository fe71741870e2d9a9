import pg from 'pg';
import type { AccountRecord, AccountStore, ApiKeyRecord } from '../../../core/account/account-store.ts';
import { lockKey } from '../kernel/advisory-lock.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { lockAccount } from './lock-account.ts';

const ACCOUNT = 'id, email, plan, created_at AS "createdAt"';
const KEY =
  'id, account_id AS "accountId", name, prefix, scopes, created_at AS "createdAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"';

const isEmailTaken = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === '23505' && error.constraint === 'accounts_email';

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

    deleteAccount: id =>
      inTransaction(pool, async client => {
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
          await client.query(
            `INSERT INTO outbox (kind, waitlist_id) VALUES ('purge_images', gen_random_uuid())`,
          );
        }
        // Its domains are still being removed.
        await client.query(`UPDATE outbox SET turn = DEFAULT WHERE kind = 'reconcile_domain' AND turn = $1`, [
          id,
        ]);
        await client.query('DELETE FROM accounts WHERE id = $1', [id]);
        return true;
      }),

    insertKey: (accountId, { name, prefix, secretHash, scopes }, limit) =>
      inTransaction(pool, async client => {
        await lockAccount(client, accountId);
        const { rows } = await client.query<ApiKeyRecord>(
          `INSERT INTO api_keys (account_id, name, prefix, secret_hash, scopes)
           SELECT $1, $2, $3, $4, $5
           WHERE (SELECT count(*) FROM api_keys WHERE account_id = $1 AND revoked_at IS NULL) < $6
           RETURNING ${KEY}`,
          [accountId, name, prefix, secretHash, scopes, limit],
        );
        return rows[0] ?? 'limit_reached';
      }),

    async listKeys(accountId) {
      const { rows } = await pool.query<ApiKeyRecord>(
        `SELECT ${KEY} FROM api_keys WHERE account_id = $1 AND revoked_at IS NULL ORDER BY created_at DESC, id`,
        [accountId],
      );
      return rows;
    },

    async revokeKey(id) {
      const { rows } = await pool.query<ApiKeyRecord>(
        `UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1 RETURNING ${KEY}`,
        [id],
      );
      return rows[0] ?? null;
    },

    async revokeKeyOf(accountId, id) {
      const { rowCount } = await pool.query(
        'UPDATE api_keys SET revoked_at = now() WHERE account_id = $1 AND id = $2 AND revoked_at IS NULL',
        [accountId, id],
      );
      return rowCount === 1;
    },
  };
}
