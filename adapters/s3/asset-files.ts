import { PutObjectCommand } from '@aws-sdk/client-s3';
import { ASSET_CACHE_CONTROL } from '../../core/assets/asset-headers.ts';
import type { AssetFiles } from '../../core/assets/asset-store.ts';
import { assetKey } from '../../core/assets/asset-url.ts';
import { IMAGE_TYPES } from '../../core/assets/image-types.ts';
import { createS3Client, type S3Settings } from './client.ts';

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

/** How often S3 is asked again when somebody else writes or deletes the same object at that moment: then it may be there, or not. */
const CONFLICTS = 3;

/** {@link AssetFiles} in an S3 bucket that CloudFront serves. */
export function createAssetFiles({ bucket, ...settings }: S3Settings & { bucket: string }): AssetFiles {
  const client = createS3Client(settings);
  return {
    async put(name, bytes) {
      const write = () =>
        client.send(
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
      for (let conflicts = 0; ; conflicts++) {
        try {
          await write();
          return;
        } catch (error) {
          // There already: the same bytes, for its name is their hash.
          if (isNamed(error, 'PreconditionFailed')) return;
          if (!isNamed(error, 'ConditionalRequestConflict') || conflicts === CONFLICTS) throw error;
        }
      }
    },
  };
}
