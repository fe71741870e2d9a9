import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type pg from 'pg';
import { connectDatabase, disconnectDatabase } from '../adapters/postgres/pool.ts';
import { createHandler as createAccount } from '../lambdas/account/handler.ts';
import { createHandler as createEmailTemplates } from '../lambdas/email-templates/handler.ts';
import { createHandler as createEntries } from '../lambdas/entries/handler.ts';
import type { HttpHandler } from '../lambdas/http-handler.ts';
import { createLogger } from '../lambdas/logger.ts';
import { describeFailure } from '../lambdas/middleware/describe-failure.ts';
import { createHandler as createPages } from '../lambdas/pages/handler.ts';
import { type HttpFunction, routes } from '../lambdas/routes.ts';
import { DatabaseSettings, type Environment, readSettings } from '../lambdas/settings.ts';
import { createHandler as createWaitlists } from '../lambdas/waitlists/handler.ts';
import { createHandler as createWorker } from '../lambdas/worker/handler.ts';
import { buildSiteAssets } from '../lib/build/site-assets.ts';
import { type AwsServices, STAND_IN_AWS, startAwsServices } from './aws-services.ts';
import { Cleanup } from './cleanup.ts';
import { openDigestKey } from './digest-key.ts';
import { createEmailPace, type EmailPace } from './email-pace.ts';
import { createHttpListener, type LocalRoute } from './http-server.ts';
import { mailRoutes } from './mail.ts';
import { openMailbox } from './mailbox.ts';
import { type SesService, startSes } from './ses-service.ts';
import { startWorkerLoop } from './worker-loop.ts';

const HANDLERS: Readonly<Record<HttpFunction, (environment: Environment) => HttpHandler>> = {
  account: createAccount,
  waitlists: createWaitlists,
  entries: createEntries,
  'email-templates': createEmailTemplates,
  pages: createPages,
};

export interface ServiceOptions {
  readonly databaseUrl: string;
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly trustProxy: boolean;
  readonly logLevel: string;
  /** Further environment variables of the functions; they win over those made here. `DIGEST_KEY` is checked. */
  readonly environment: Environment;
}

/** All functions behind one listener, with stand-ins for what they use of AWS. */
export interface Service {
  /** The connections of all functions, closed by `stop`. */
  readonly pool: pg.Pool;
  readonly listener: RequestListener;
  stop(): Promise<void>;
}

const redirectToDocs: LocalRoute = async (_request, response) => {
  response.writeHead(302, { location: '/docs', 'content-length': 0 }).end();
};

function environmentOf(
  options: ServiceOptions,
  aws: AwsServices,
  ses: SesService,
  made: { DIGEST_KEY: string; PAGE_ASSETS: string },
): Environment {
  return {
    ...STAND_IN_AWS,
    BASE_URL: options.baseUrl,
    DATABASE_URL: options.databaseUrl,
    ALLOW_INSECURE_LOOPBACK: 'true',
    LOG_LEVEL: options.logLevel,
    WORKER_QUEUE_URL: aws.queueUrl,
    ASSETS_BUCKET: aws.bucket,
    AWS_ENDPOINT_URL_S3: aws.endpoint,
    AWS_ENDPOINT_URL_SQS: aws.endpoint,
    AWS_ENDPOINT_URL_SESV2: ses.endpoint,
    ...options.environment,
    ...made,
  };
}

function createHandlers(environment: Environment, pace: EmailPace): Record<HttpFunction, HttpHandler> {
  const names = Object.keys(HANDLERS) as HttpFunction[];
  const handlers = names.map(name => {
    const handler = HANDLERS[name](environment);
    const seen: HttpHandler = (event, context) => {
      pace.seen();
      return handler(event, context);
    };
    return [name, seen];
  });
  return Object.fromEntries(handlers);
}

/** Starts what the functions need, then the functions, then the worker. The database is there and migrated. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { databaseUrl, dataDir, trustProxy, logLevel } = options;
  const { DIGEST_KEY: setting, DATABASE_POOL_SIZE } = options.environment;
  const logger = createLogger('local', { LOG_LEVEL: logLevel });
  const cleanup = new Cleanup();
  try {
    const pool = connectDatabase(
      readSettings(DatabaseSettings, { DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE }),
    );
    cleanup.add(() => disconnectDatabase({ DATABASE_URL: databaseUrl }));
    const DIGEST_KEY = await openDigestKey(pool, { dataDir, setting });

    const pace = createEmailPace();
    const mailbox = await openMailbox(join(dataDir, 'mail.jsonl'));
    cleanup.add(() => mailbox.close());
    const [aws, ses, site] = await Promise.all([
      cleanup.track(startAwsServices(dataDir)),
      cleanup.track(startSes(mailbox, pace)),
      buildSiteAssets(),
    ]);
    const made = { DIGEST_KEY, PAGE_ASSETS: JSON.stringify(site.pageAssets) };
    const environment = environmentOf(options, aws, ses, made);

    const listener = await createHttpListener({
      routes,
      handlers: createHandlers(environment, pace),
      files: site.files,
      localRoutes: new Map([['/', redirectToDocs], ...mailRoutes(mailbox)]),
      baseUrl: options.baseUrl,
      trustProxy,
      onFailure: (cause, requestId) =>
        logger.error('request failed', { requestId, cause: describeFailure(cause) }),
    });
    const worker = startWorkerLoop({
      handler: createWorker(environment),
      queueUrl: aws.queueUrl,
      endpoint: aws.endpoint,
      region: STAND_IN_AWS.AWS_REGION,
      credentials: {
        accessKeyId: STAND_IN_AWS.AWS_ACCESS_KEY_ID,
        secretAccessKey: STAND_IN_AWS.AWS_SECRET_ACCESS_KEY,
      },
      onFailure: cause => logger.error('worker failed', { cause: describeFailure(cause) }),
    });
    cleanup.add(() => worker.stop());
    return { pool, listener, stop: () => cleanup.run() };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}
