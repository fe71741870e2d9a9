import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildApp } from 'fauxqs';

/** Stand-ins of S3 and SQS in this process. */
export interface AwsServices {
  /** Both answer at this address. */
  readonly endpoint: string;
  readonly queueUrl: string;
  readonly bucket: string;
  stop(): Promise<void>;
}

/** Any credentials will do for stand-ins; the user's own are never asked for. */
export const STAND_IN_AWS = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'anteroom-local',
  AWS_SECRET_ACCESS_KEY: 'anteroom-local',
} as const;

const QUEUE = 'anteroom-worker';
const BUCKET = 'anteroom-assets';
const ACCOUNT = '000000000000';

type Stores = NonNullable<NonNullable<Parameters<typeof buildApp>[0]>['stores']>;

interface FileStorage {
  loadS3(store: Stores['s3Store']): void;
  close(): void;
}

/**
 * The parts that `startFauxqs` is made of. It listens on every interface, and nobody but this machine may write to the
 * queue and the bucket, so they are put together here. The package exports no other entry, hence by file.
 */
async function fauxqsParts() {
  const part = async (path: string) => import(new URL(path, import.meta.resolve('fauxqs')).href);
  const [{ SqsStore }, { SnsStore }, { S3Store }, { FileS3Persistence }] = await Promise.all([
    part('./sqs/sqsStore.js') as Promise<{ SqsStore: new () => Stores['sqsStore'] }>,
    part('./sns/snsStore.js') as Promise<{ SnsStore: new () => Stores['snsStore'] }>,
    part('./s3/s3Store.js') as Promise<{ S3Store: new () => Stores['s3Store'] }>,
    part('./s3/fileS3Persistence.js') as Promise<{ FileS3Persistence: new (folder: string) => FileStorage }>,
  ]);
  return { SqsStore, SnsStore, S3Store, FileS3Persistence };
}

/**
 * Starts them on a free port of the loopback interface. Objects are files under `dataDir` and stay; messages of the
 * queue do not, because they only wake a worker that looks after its work by itself when it starts.
 */
export async function startAwsServices(dataDir: string): Promise<AwsServices> {
  const folder = join(dataDir, 's3');
  await mkdir(folder, { recursive: true });
  const { SqsStore, SnsStore, S3Store, FileS3Persistence } = await fauxqsParts();
  const stores: Stores = { sqsStore: new SqsStore(), snsStore: new SnsStore(), s3Store: new S3Store() };
  const files = new FileS3Persistence(folder);
  files.loadS3(stores.s3Store);
  Object.assign(stores.s3Store, { persistence: files });

  const region = STAND_IN_AWS.AWS_REGION;
  const app = buildApp({ logger: false, defaultRegion: region, stores });
  const endpoint = await app.listen({ port: 0, host: '127.0.0.1' });
  const queueUrl = `${endpoint}/${ACCOUNT}/${QUEUE}`;
  stores.sqsStore.createQueue(QUEUE, queueUrl, `arn:aws:sqs:${region}:${ACCOUNT}:${QUEUE}`, {
    VisibilityTimeout: '90',
  });
  stores.s3Store.createBucket(BUCKET);
  return {
    endpoint,
    queueUrl,
    bucket: BUCKET,
    async stop() {
      await app.close();
      files.close();
    },
  };
}
