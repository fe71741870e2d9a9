import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { ASSET_CACHE_CONTROL } from '../../core/assets/asset-headers.ts';
import { assetKey } from '../../core/assets/asset-url.ts';
import type { CardFiles } from '../../core/cards/show-card.ts';
import { CARD_PREFIX } from '../../core/pages/card.ts';
import { createS3Client, type S3Settings } from './client.ts';

/** S3 answers `AccessDenied` to those who may not list the bucket, since they must not learn what it has. */
const MISSING = ['NoSuchKey', 'AccessDenied'];

const keyOf = (waitlistId: string, hash: string): string => `${CARD_PREFIX}${waitlistId}/${hash}.png`;

/** {@link CardFiles} in the bucket of images, which removes cards after a while. */
export function createCardFiles({ bucket, ...settings }: S3Settings & { bucket: string }): CardFiles {
  const client = createS3Client(settings);

  async function read(key: string): Promise<Buffer | null> {
    try {
      const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      return Body ? Buffer.from(await Body.transformToByteArray()) : null;
    } catch (error) {
      if (error instanceof Error && MISSING.includes(error.name)) return null;
      throw error;
    }
  }

  return {
    find: (waitlistId, hash) => read(keyOf(waitlistId, hash)),
    readImage: name => read(assetKey(name)),
    async put(waitlistId, hash, png) {
      await client.send(
        new PutObjectCommand({
          Bucket: bucket,
          Key: keyOf(waitlistId, hash),
          Body: png,
          ContentType: 'image/png',
          CacheControl: ASSET_CACHE_CONTROL,
        }),
      );
    },
  };
}
