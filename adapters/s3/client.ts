import { S3Client } from '@aws-sdk/client-s3';
import { clientSettings, timeouts } from '../aws-client.ts';

export interface S3Settings {
  readonly region: string;
  /** Only for stand-ins of S3. */
  readonly endpoint?: string | undefined;
}

/**
 * A client that times out early enough for its function to answer.
 * @param maxAttempts - 1 for a job, which is retried as a whole
 */
export const createS3Client = (settings: S3Settings, maxAttempts = 2): S3Client =>
  new S3Client({
    ...clientSettings(settings),
    // A stand-in has one host name for all buckets.
    forcePathStyle: settings.endpoint !== undefined,
    maxAttempts,
    requestHandler: timeouts({ connectMs: 2_000, answerMs: 10_000 }),
  });
