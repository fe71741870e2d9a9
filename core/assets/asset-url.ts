import type { Site } from '../kernel/site.ts';
import { IMAGE_TYPES, type ImageType } from './image.ts';

/** The identity of a stored image: the SHA-256 of its bytes, and its type. */
export interface AssetName {
  /** 32 bytes. */
  readonly hash: Buffer;
  readonly type: ImageType;
}

/** The folder of images, in URLs and in the bucket. */
export const ASSET_PREFIX = 'assets/';
const KEY = /^assets\/([0-9a-f]{64})\.([a-z]+)$/;

/** The key in the bucket, which is also the path of its URL. */
export const assetKey = ({ hash, type }: AssetName): string =>
  `${ASSET_PREFIX}${hash.toString('hex')}.${IMAGE_TYPES[type].extension}`;

export const assetUrl = (site: Pick<Site, 'baseUrl'>, name: AssetName): string =>
  `${site.baseUrl}/${assetKey(name)}`;

/** The image at a path, which must be exactly as {@link assetKey} writes it; null otherwise. */
export function parseAssetPath(path: string): AssetName | null {
  const [, hash, extension] = KEY.exec(path.slice(1)) ?? [];
  if (!hash || !path.startsWith('/')) return null;
  const type = (Object.keys(IMAGE_TYPES) as ImageType[]).find(
    each => IMAGE_TYPES[each].extension === extension,
  );
  return type ? { hash: Buffer.from(hash, 'hex'), type } : null;
}
