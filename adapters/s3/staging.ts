import { DeleteObjectCommand, GetObjectCommand } from '@aws-sdk/client-s3';
import { createS3Client, type S3Settings } from './client.ts';

/** A staged request body. */
export interface StagedObject {
  readonly bytes: Buffer;
  /** By name, in lower case and without `x-amz-meta-`. */
  readonly metadata: Readonly<Record<string, string>>;
}

/** The bucket in which bodies wait to be processed. */
export interface Staging {
  read(key: string): Promise<StagedObject>;
  /** Idempotent. */
  remove(key: string): Promise<void>;
}

/** {@link Staging} in S3. */
export function createStaging({ bucket, ...settings }: S3Settings & { bucket: string }): Staging {
  const client = createS3Client(settings);
  return {
    async read(key) {
      const { Body, Metadata } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
      if (!Body) throw new Error('S3 returned no body');
      const bytes = await Body.transformToByteArray();
      return { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), metadata: Metadata ?? {} };
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
  };
}
