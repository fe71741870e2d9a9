import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { buildApp } from 'fauxqs';
import { isOwnRequest, NOT_OURS } from './stand-in-guard.ts';

/** Stand-ins of S3 and SQS in this process. */
export interface AwsServices {
  /** Both answer at this address. */
  readonly endpoint: string;
  readonly queueUrl: string;
  /** Of bounces and complaints. */
  readonly feedbackQueueUrl: string;
  readonly bucket: string;
  /** For bodies of uploads until they are processed. */
  readonly stagingBucket: string;
  stop(): Promise<void>;
}

/** Any credentials will do for stand-ins; the user's own are never asked for. */
export const STAND_IN_AWS = {
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'anteroom-local',
  AWS_SECRET_ACCESS_KEY: 'anteroom-local',
} as const;

const QUEUE = 'anteroom-worker';
const FEEDBACK_QUEUE = 'anteroom-mail-feedback';
const BUCKET = 'anteroom-assets';
const STAGING_BUCKET = 'anteroom-staging';
const ACCOUNT = '000000000000';

type Stores = NonNullable<NonNullable<Parameters<typeof buildApp>[0]>['stores']>;

interface FileStorage {
  loadS3(store: Stores['s3Store']): void;
  deleteObjectsByBucket(bucket: string): void;
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
  // Also one that is there already, of an earlier version.
  await chmod(folder, 0o700);
  const { SqsStore, SnsStore, S3Store, FileS3Persistence } = await fauxqsParts();
  const stores: Stores = { sqsStore: new SqsStore(), snsStore: new SnsStore(), s3Store: new S3Store() };
  const files = new FileS3Persistence(folder);
  // What an upload left when the server was killed: on AWS a rule of the bucket removes it.
  files.deleteObjectsByBucket(STAGING_BUCKET);
  files.loadS3(stores.s3Store);
  Object.assign(stores.s3Store, { persistence: files });

  const region = STAND_IN_AWS.AWS_REGION;
  const app = buildApp({ logger: false, defaultRegion: region, stores });
  app.addHook('onRequest', async (request, reply) => {
    if (!isOwnRequest(request.headers)) return reply.code(NOT_OURS).send();
  });
  const endpoint = await app.listen({ port: 0, host: '127.0.0.1' });
  const createQueue = (name: string) => {
    const url = `${endpoint}/${ACCOUNT}/${name}`;
    const attributes = { VisibilityTimeout: '90' };
    stores.sqsStore.createQueue(name, url, `arn:aws:sqs:${region}:${ACCOUNT}:${name}`, attributes);
    return url;
  };
  const queueUrl = createQueue(QUEUE);
  const feedbackQueueUrl = createQueue(FEEDBACK_QUEUE);
  stores.s3Store.createBucket(BUCKET);
  stores.s3Store.createBucket(STAGING_BUCKET);
  return {
    endpoint,
    queueUrl,
    feedbackQueueUrl,
    bucket: BUCKET,
    stagingBucket: STAGING_BUCKET,
    async stop() {
      await app.close();
      files.close();
    },
  };
}
