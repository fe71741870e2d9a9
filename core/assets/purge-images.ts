import { type JobHandler, RESERVE_MS } from '../outbox/run-outbox.ts';
import type { AssetName } from './asset-url.ts';

/** Images to a transaction and to one request to S3, which takes a thousand. */
const BATCH = 500;

/** What accounts that are gone let go of. */
export interface ImagePurgeStore {
  /**
   * Takes up to `limit` images from the queue, forgets those that no account has, and has their files removed before that
   * counts. An upload of the same bytes at that moment waits, and then stores them anew.
   * @returns how many it took; 0: none is left that nobody else is at
   * @throws what `remove` throws; the queue is then as before
   */
  purgeBatch(limit: number, remove: (names: readonly AssetName[]) => Promise<void>): Promise<number>;
}

/** The files, for who takes them away. */
export interface RemovableFiles {
  /** Removes files. One that is not there counts as removed. */
  remove(names: readonly AssetName[]): Promise<void>;
}

/** The job `purge_images`: removes images whose last account is gone, in bounded batches, as far as the time goes. */
export function purgeImages(images: ImagePurgeStore, files: RemovableFiles): JobHandler {
  return async (_job, { remainingMs }) => {
    do {
      const taken = await images.purgeBatch(BATCH, names => files.remove(names));
      if (taken === 0) return 'done';
    } while (remainingMs() >= RESERVE_MS);
    return 'more';
  };
}
