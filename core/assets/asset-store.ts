import type { AssetName } from './asset-url.ts';
import type { Image } from './image.ts';

/** A stored image. */
export interface AssetRecord extends Image {
  /** Bytes. */
  readonly size: number;
}

/** What is known of stored images, and which accounts uploaded them. */
export interface AssetStore {
  /** The image with these bytes, whoever uploaded it: its url is open to everybody. */
  find(hash: Buffer): Promise<AssetRecord | null>;
  /** Remembers an image as one of the account's. Repeating it changes nothing. */
  add(accountId: string, hash: Buffer, record: AssetRecord): Promise<void>;
}

/** The files themselves. */
export interface AssetFiles {
  /** Stores a file under its name for good. Repeating it changes nothing. */
  put(name: AssetName, bytes: Buffer): Promise<void>;
}

/** What the operations of this domain work with. */
export interface AssetServices {
  readonly assets: AssetStore;
  readonly files: AssetFiles;
}
