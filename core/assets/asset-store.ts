import type { AssetName } from './asset-url.ts';
import type { Image } from './image.ts';

/** A stored image. */
export interface AssetRecord extends Image {
  /** Bytes. */
  readonly size: number;
}

/** Stored images and the accounts that uploaded them. */
export interface AssetStore {
  /** The image with this hash, whichever account uploaded it: its URL is public. */
  find(hash: Buffer): Promise<AssetRecord | null>;
  /**
   * Records that the account uploaded an image. Idempotent: the same image counts once.
   * @returns false, and changes nothing, if its images would exceed `maxBytes`; exact under concurrency
   */
  add(accountId: string, hash: Buffer, record: AssetRecord, maxBytes: number): Promise<boolean>;
}

export interface AssetFiles {
  /** Stores a file permanently. Idempotent. */
  put(name: AssetName, bytes: Buffer): Promise<void>;
}

/** The services of this domain's operations. */
export interface AssetServices {
  readonly assets: AssetStore;
  readonly files: AssetFiles;
}
