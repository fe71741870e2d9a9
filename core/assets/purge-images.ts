import { defineJob, RESERVE_MS } from '../outbox/job.ts';
import type { AssetName } from './asset-url.ts';

/** Images per transaction and per request to S3, which allows 1,000. */
const BATCH = 500;

/** Images of deleted accounts. */
export interface ImagePurgeStore {
  /**
   * Takes up to `limit` images from the queue, forgets those that no account has, and has their files
   * removed before it commits. A concurrent upload of the same bytes waits, then stores them again.
   * @returns how many it took; 0 if none is left that no other worker holds
   * @throws what `remove` throws; the queue is then unchanged
   */
  purgeBatch(limit: number, remove: (names: readonly AssetName[]) => Promise<void>): Promise<number>;
}

export interface RemovableFiles {
  /** Removes files. A missing one counts as removed. */
  remove(names: readonly AssetName[]): Promise<void>;
}

/** Removes images whose last account is gone, batch by batch while time remains. */
export const purgeImagesJob = defineJob({
  kind: 'purge_images',
  lane: { slots: 1 },
  run:
    ({ images, imageFiles }: { readonly images: ImagePurgeStore; readonly imageFiles: RemovableFiles }) =>
    async (_job, { remainingMs }) => {
      do {
        const taken = await images.purgeBatch(BATCH, names => imageFiles.remove(names));
        if (taken === 0) return 'done';
      } while (remainingMs() >= RESERVE_MS);
      return 'more';
    },
});
