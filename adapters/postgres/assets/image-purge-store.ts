import type pg from 'pg';
import type { AssetName } from '../../../core/assets/asset-url.ts';
import type { ImagePurgeStore } from '../../../core/assets/purge-images.ts';
import { inTransaction } from '../kernel/transaction.ts';

/**
 * {@link ImagePurgeStore} on Postgres. Rows are deleted before the files, and committed after: an upload of the same
 * bytes in between waits at the row, and writes its file when the old one is gone.
 */
export function createImagePurgeStore(pool: pg.Pool): ImagePurgeStore {
  return {
    purgeBatch: (limit, remove) =>
      inTransaction(pool, async client => {
        const { rows: taken } = await client.query<{ hash: Buffer }>(
          `DELETE FROM image_purges WHERE id IN (
             SELECT id FROM image_purges ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)
           RETURNING hash`,
          [limit],
        );
        if (taken.length === 0) return 0;
        // An upload that is not committed yet makes this fail by its foreign key; the job is retried.
        const { rows: orphans } = await client.query<AssetName>(
          `DELETE FROM assets a WHERE a.hash = ANY ($1::bytea[])
             AND NOT EXISTS (SELECT FROM asset_uploads u WHERE u.hash = a.hash)
           RETURNING a.hash, a.type`,
          [taken.map(({ hash }) => hash)],
        );
        if (orphans.length > 0) await remove(orphans);
        return taken.length;
      }),
  };
}
