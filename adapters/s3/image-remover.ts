import { DeleteObjectsCommand } from '@aws-sdk/client-s3';
import { assetKey } from '../../core/assets/asset-url.ts';
import type { RemovableFiles } from '../../core/assets/purge-images.ts';
import { createS3Client, type S3Settings } from './client.ts';

/** {@link RemovableFiles} in an S3 bucket. In a versioned bucket, this adds a delete marker. */
export function createImageRemover({ bucket, ...settings }: S3Settings & { bucket: string }): RemovableFiles {
  // The worker's one database connection waits for it, and other jobs wait for that.
  const client = createS3Client(settings, 1);
  return {
    async remove(names) {
      const { Errors = [] } = await client.send(
        new DeleteObjectsCommand({
          Bucket: bucket,
          Delete: { Objects: names.map(name => ({ Key: assetKey(name) })), Quiet: true },
        }),
      );
      const [first] = Errors;
      if (first) throw new Error(`S3 kept ${Errors.length} of ${names.length} images: ${first.Code}`);
    },
  };
}
