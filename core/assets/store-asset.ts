import { createHash } from 'node:crypto';
import { limitReached } from '../account/limits.ts';
import { ValidationError } from '../kernel/errors.ts';
import type { Caller } from '../kernel/operation.ts';
import { PLANS } from '../kernel/plans.ts';
import type { Site } from '../kernel/site.ts';
import type { AssetServices } from './asset-store.ts';
import { assetUrl } from './asset-url.ts';
import { checkDeclaredType, type DeclaredType } from './declared-type.ts';
import { checkFileSize } from './file-size.ts';
import { NotAnImageError } from './image.ts';
import { readImage } from './read-image.ts';

/** An uploaded file, from JSON or a form. */
export interface UploadedFile {
  readonly bytes: Buffer;
  /** Input member or form part, for errors. */
  readonly path: string;
  readonly declaredTypes: readonly DeclaredType[];
}

type Uploader = Pick<Caller['account'], 'id' | 'plan'>;

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
 * Checks a file and stores it under the SHA-256 of its bytes, so the same bytes always have the same URL.
 * The account is recorded before the file is written, so that the purge of unowned images cannot remove it.
 * @throws {ValidationError} if it is not an accepted image; {ApiError} `payload_too_large`, `limit_reached`
 */
export async function storeAsset(
  { assets, files }: AssetServices,
  site: Pick<Site, 'baseUrl'>,
  { id, plan }: Uploader,
  file: UploadedFile,
): Promise<{ url: string }> {
  checkFileSize(file.bytes.length);
  const image = imageOf(file);
  const hash = createHash('sha256').update(file.bytes).digest();
  const name = { hash, type: image.type };
  const { imageBytes } = PLANS[plan].limits;
  if (!(await assets.add(id, hash, { ...image, size: file.bytes.length }, imageBytes))) {
    throw limitReached(site, plan, 'imageBytes');
  }
  await files.put(name, file.bytes);
  return { url: assetUrl(site, name) };
}
