import type pg from 'pg';
import type { AssetName } from '../../core/assets/asset-url.ts';
import type { ImagePurgeStore } from '../../core/assets/purge-images.ts';
import { inTransaction } from './transaction.ts';

/**
 * {@link ImagePurgeStore} on Postgres. The rows of images are deleted before their files and committed after: whoever
 * uploads the same bytes in between waits at the row, and writes its file when this one is gone for certain.
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
        // An upload that began before this statement and is not committed fails it, by the reference: then later again.
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
