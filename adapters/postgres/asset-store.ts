import type pg from 'pg';
import type { AssetRecord, AssetStore } from '../../core/assets/asset-store.ts';

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

    async add(accountId, hash, { type, size, width, height }) {
      // In one statement, foreign keys are checked when both rows exist.
      await pool.query({
        name: 'add-asset',
        text: `WITH asset AS (
                 INSERT INTO assets (hash, type, size, width, height) VALUES ($2, $3, $4, $5, $6)
                 ON CONFLICT DO NOTHING
               )
               INSERT INTO asset_uploads (account_id, hash) VALUES ($1, $2) ON CONFLICT DO NOTHING`,
        values: [accountId, hash, type, size, width, height],
      });
    },
  };
}
