import { createHash } from 'node:crypto';
import { ValidationError } from '../kernel/errors.ts';
import type { Site } from '../kernel/site.ts';
import type { AssetServices } from './asset-store.ts';
import { assetUrl } from './asset-url.ts';
import { checkDeclaredType, type DeclaredType } from './declared-type.ts';
import { checkFileSize } from './file-size.ts';
import { NotAnImageError } from './image.ts';
import { readImage } from './read-image.ts';

/** A file somebody sent, in whichever form. */
export interface UploadedFile {
  readonly bytes: Buffer;
  /** The member or part that held it, for errors. */
  readonly path: string;
  readonly declaredTypes: readonly DeclaredType[];
}

function imageOf({ bytes, path, declaredTypes }: UploadedFile) {
  try {
    const image = readImage(bytes);
    for (const declared of declaredTypes) checkDeclaredType(declared, image.type);
    return image;
  } catch (error) {
    if (error instanceof NotAnImageError) throw ValidationError.at(path, error.message);
    throw error;
  }
}

/**
 * Checks a file and stores it under the SHA-256 of its bytes. The same bytes have the same url, whoever sends them. It
 * is the account's before the file is written: what removes images that are nobody's must be past, or see it.
 * @throws {ValidationError} when it is none of the images that are taken; {ApiError} `payload_too_large`
 */
export async function storeAsset(
  { assets, files }: AssetServices,
  site: Pick<Site, 'baseUrl'>,
  accountId: string,
  file: UploadedFile,
): Promise<{ url: string }> {
  checkFileSize(file.bytes.length);
  const image = imageOf(file);
  const hash = createHash('sha256').update(file.bytes).digest();
  const name = { hash, type: image.type };
  await assets.add(accountId, hash, { ...image, size: file.bytes.length });
  await files.put(name, file.bytes);
  return { url: assetUrl(site, name) };
}
