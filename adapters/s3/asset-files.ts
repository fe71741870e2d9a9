import { PutObjectCommand } from '@aws-sdk/client-s3';
import { ASSET_CACHE_CONTROL } from '../../core/assets/asset-headers.ts';
import type { AssetFiles } from '../../core/assets/asset-store.ts';
import { assetKey } from '../../core/assets/asset-url.ts';
import { IMAGE_TYPES } from '../../core/assets/image.ts';
import { createS3Client, type S3Settings } from './client.ts';

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;

/** Retries when somebody writes or deletes the same object at that moment. */
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
            // The bucket keeps versions, so do not write the same bytes again.
            IfNoneMatch: '*',
          }),
        );
      for (let conflicts = 0; ; conflicts++) {
        try {
          await write();
          return;
        } catch (error) {
          // It exists already, with the same bytes, because its name is their hash.
          if (isNamed(error, 'PreconditionFailed')) return;
          if (!isNamed(error, 'ConditionalRequestConflict') || conflicts === CONFLICTS) throw error;
        }
      }
    },
  };
}
