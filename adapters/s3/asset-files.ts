import { PutObjectCommand } from '@aws-sdk/client-s3';
import { ASSET_CACHE_CONTROL } from '../../core/assets/asset-headers.ts';
import type { AssetFiles } from '../../core/assets/asset-store.ts';
import { assetKey } from '../../core/assets/asset-url.ts';
import { IMAGE_TYPES } from '../../core/assets/image-types.ts';
import { createS3Client, type S3Settings } from './client.ts';

/** S3 says so of an object that is there already, when it was asked to write only a new one. */
const isThereAlready = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'PreconditionFailed' || error.name === 'ConditionalRequestConflict');

/** {@link AssetFiles} in an S3 bucket that CloudFront serves. */
export function createAssetFiles({ bucket, ...settings }: S3Settings & { bucket: string }): AssetFiles {
  const client = createS3Client(settings);
  return {
    async put(name, bytes) {
      try {
        await client.send(
          new PutObjectCommand({
            Bucket: bucket,
            Key: assetKey(name),
            Body: bytes,
            ContentType: IMAGE_TYPES[name.type].mediaType,
            CacheControl: ASSET_CACHE_CONTROL,
            // The bucket keeps versions; the same bytes again need none.
            IfNoneMatch: '*',
          }),
        );
      } catch (error) {
        if (!isThereAlready(error)) throw error;
      }
    },
  };
}
