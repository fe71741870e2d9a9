import type pg from 'pg';
import type { AssetRecord, AssetStore } from '../../../core/assets/asset-store.ts';
import { lockAccount } from '../account/lock-account.ts';
import { inTransaction } from '../kernel/transaction.ts';

/** {@link AssetStore} on Postgres. */
export function createAssetStore(pool: pg.Pool): AssetStore {
  return {
    async find(hash) {
      const { rows } = await pool.query<AssetRecord>({
        name: 'find-asset',
        text: 'SELECT type, size, width, height FROM assets WHERE hash = $1',
        values: [hash],
      });
      return rows[0] ?? null;
    },

    add: (accountId, hash, { type, size, width, height }, maxBytes) =>
      inTransaction(pool, async client => {
        await lockAccount(client, accountId);
        const { rows } = await client.query<{ isStored: boolean; fits: boolean }>({
          name: 'fit-asset',
          text: `SELECT EXISTS (SELECT FROM asset_uploads WHERE account_id = $1 AND hash = $2) AS "isStored",
                        image_bytes + $3 <= $4 AS fits
                 FROM accounts WHERE id = $1`,
          values: [accountId, hash, size, maxBytes],
        });
        if (rows[0]?.isStored) return true;
        if (rows[0]?.fits === false) return false;
        // In one statement, foreign keys are checked when both rows exist.
        await client.query({
          name: 'add-asset',
          text: `WITH asset AS (
                   INSERT INTO assets (hash, type, size, width, height) VALUES ($2, $3, $4, $5, $6)
                   ON CONFLICT DO NOTHING
                 ), counted AS (
                   UPDATE accounts SET image_bytes = image_bytes + $4::integer WHERE id = $1
                 )
                 INSERT INTO asset_uploads (account_id, hash) VALUES ($1, $2)`,
          values: [accountId, hash, type, size, width, height],
        });
        return true;
      }),
  };
}
