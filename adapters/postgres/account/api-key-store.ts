import type pg from 'pg';
import type { ApiKeyRecord, ApiKeyStore } from '../../../core/account/api-key-store.ts';
import { inTransaction } from '../kernel/transaction.ts';
import { lockAccount } from './lock-account.ts';

const KEY =
  'id, account_id AS "accountId", name, prefix, scopes, created_at AS "createdAt", last_used_at AS "lastUsedAt", revoked_at AS "revokedAt"';

/** {@link ApiKeyStore} on Postgres. Given a client, it works in that client's transaction. */
export function createApiKeyStore(pool: pg.Pool | pg.ClientBase): ApiKeyStore {
  return {
    insert: (accountId, { name, prefix, secretHash, scopes }, limit) =>
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

    async list(accountId) {
      const { rows } = await pool.query<ApiKeyRecord>(
        `SELECT ${KEY} FROM api_keys WHERE account_id = $1 AND revoked_at IS NULL ORDER BY created_at DESC, id`,
        [accountId],
      );
      return rows;
    },

    async revoke(id) {
      const { rows } = await pool.query<ApiKeyRecord>(
        `UPDATE api_keys SET revoked_at = coalesce(revoked_at, now()) WHERE id = $1 RETURNING ${KEY}`,
        [id],
      );
      return rows[0] ?? null;
    },

    async revokeOf(accountId, id) {
      const { rowCount } = await pool.query(
        'UPDATE api_keys SET revoked_at = now() WHERE account_id = $1 AND id = $2 AND revoked_at IS NULL',
        [accountId, id],
      );
      return rowCount === 1;
    },
  };
}
