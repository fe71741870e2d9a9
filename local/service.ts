import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type pg from 'pg';
import { createPageStore } from '../adapters/postgres/page-store.ts';
import { connectDatabase, disconnectDatabase } from '../adapters/postgres/pool.ts';
import { createHandler as createAccount } from '../lambdas/account/handler.ts';
import { createHandler as createBilling } from '../lambdas/billing/handler.ts';
import { createHandler as createDashboard } from '../lambdas/dashboard/handler.ts';
import { createHandler as createDatabase } from '../lambdas/database/handler.ts';
import { createHandler as createDatabaseConnector } from '../lambdas/database-connector/handler.ts';

import { createHandler as createDomains } from '../lambdas/domains/handler.ts';

import { createHandler as createEmailTemplates } from '../lambdas/email-templates/handler.ts';
import { createHandler as createEntries } from '../lambdas/entries/handler.ts';
import type { HttpHandler } from '../lambdas/http/http-handler.ts';
import { type HttpFunction, routes } from '../lambdas/http/routes.ts';
import { createHandler as createMailFeedback } from '../lambdas/mail-feedback/handler.ts';
import { createHandler as createMcp } from '../lambdas/mcp/handler.ts';
import { describeFailure } from '../lambdas/middleware/describe-failure.ts';
import { createHandler as createOAuth } from '../lambdas/oauth/handler.ts';
import { createHandler as createPages } from '../lambdas/pages/handler.ts';
import { createHandler as createPeople } from '../lambdas/people/handler.ts';
import { createLogger } from '../lambdas/services/logger.ts';
import { createHandler as createTurnstile } from '../lambdas/turnstile/handler.ts';
import { createHandler as createWaitlists } from '../lambdas/waitlists/handler.ts';
import { createHandler as createWorker } from '../lambdas/worker/handler.ts';
import { buildSiteAssets } from '../lib/build/site-assets.ts';
import { DatabaseSettings, type Environment, readSettings } from '../settings/functions.ts';
import { type AwsServices, STAND_IN_AWS, startAwsServices } from './aws-services.ts';
import { Cleanup } from './cleanup.ts';
import {
  type CloudFrontService,
  LOCAL_DOMAINS,
  startLocalCloudFront,
} from './cloudfront/local-cloudfront.ts';
import { openDigestKey } from './digest-key.ts';
import { createDownloads } from './downloads.ts';
import { createEmailPace, type EmailPace } from './email-pace.ts';
import { createDashboardFiles } from './http/dashboard-files.ts';
import { createHttpListener, type LocalRoute } from './http-server.ts';
import { type LambdaService, startLambda } from './lambda-service.ts';
import { mailRoutes } from './mail.ts';
import { createFeedbackSender } from './mail-feedback.ts';
import { openMailbox } from './mailbox.ts';
import { startQueueLoop } from './queue-loop.ts';
import { openSealKey } from './seal-key.ts';
import { type SesService, startSes } from './ses-service.ts';
import { type LocalStripe, startLocalStripe } from './stripe/local-stripe.ts';
import { startTurnstile, type TurnstileService } from './turnstile-service.ts';
import { createUploads } from './uploads.ts';

const HANDLERS: Readonly<Record<HttpFunction, (environment: Environment) => HttpHandler>> = {
  account: createAccount,
  waitlists: createWaitlists,
  entries: createEntries,
  'email-templates': createEmailTemplates,
  turnstile: createTurnstile,
  domains: createDomains,
  database: createDatabase,
  dashboard: createDashboard,
  pages: createPages,
  mcp: createMcp,
  people: createPeople,
  oauth: createOAuth,
  billing: createBilling,
};

export interface ServiceOptions {
  readonly databaseUrl: string;
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly trustProxy: boolean;
  readonly logLevel: string;
  /** Further environment variables of the functions; they win over those made here. `DIGEST_KEY` and `SEAL_KEY` are checked. */
  readonly environment: Environment;
}

/** All functions behind one listener, with stand-ins for what they use of AWS. */
export interface Service {
  /** The connections of all functions, closed by `stop`. */
  readonly pool: pg.Pool;
  readonly listener: RequestListener;
  /** Builds what is otherwise built when it is first asked for. */
  prepare(): Promise<void>;
  stop(): Promise<void>;
}

/** The one function that others invoke. */
const CONNECTOR = 'database-connector';

/** What is set; a variable that is not must not hide a default. */
const given = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value));

const redirectToDocs: LocalRoute = async (_request, response) => {
  response.writeHead(302, { location: '/docs', 'content-length': 0 }).end();
};

function environmentOf(
  options: ServiceOptions,
  aws: AwsServices,
  ses: SesService,
  lambda: LambdaService,
  turnstile: TurnstileService,
  cloudFront: CloudFrontService,
  stripe: LocalStripe,
  made: { DIGEST_KEY: string; SEAL_KEY: string; PAGE_ASSETS: string },
): Environment {
  return {
    ...STAND_IN_AWS,
    BASE_URL: options.baseUrl,
    DATABASE_URL: options.databaseUrl,
    ALLOW_INSECURE_LOOPBACK: 'true',
    LOG_LEVEL: options.logLevel,
    WORKER_QUEUE_URL: aws.queueUrl,
    ASSETS_BUCKET: aws.bucket,
    STAGING_BUCKET: aws.stagingBucket,
    AWS_ENDPOINT_URL_S3: aws.endpoint,
    AWS_ENDPOINT_URL_SQS: aws.endpoint,
    AWS_ENDPOINT_URL_SESV2: ses.endpoint,
    AWS_ENDPOINT_URL_LAMBDA: lambda.endpoint,
    CONNECTOR_FUNCTION_NAME: CONNECTOR,
    ...turnstile.environment,
    ...LOCAL_DOMAINS,
    AWS_ENDPOINT_URL_CLOUDFRONT: cloudFront.endpoint,
    // Whoever has keys of Stripe pays there.
    ...(options.environment.STRIPE_SECRET_KEY ? {} : stripe.environment),
    ...given(options.environment),
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
  const { DATABASE_POOL_SIZE, ...given } = options.environment;
  const logger = createLogger('local', { LOG_LEVEL: logLevel });
  const cleanup = new Cleanup();
  try {
    const pool = connectDatabase(
      readSettings(DatabaseSettings, { DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE }),
    );
    cleanup.add(() => disconnectDatabase({ DATABASE_URL: databaseUrl }));
    const DIGEST_KEY = await openDigestKey(pool, { dataDir, setting: given.DIGEST_KEY });
    const SEAL_KEY = await openSealKey(pool, { dataDir, setting: given.SEAL_KEY });

    const pace = createEmailPace();
    const mailbox = await openMailbox(join(dataDir, 'mail.jsonl'));
    cleanup.add(() => mailbox.close());
    const connector = createDatabaseConnector({
      LOG_LEVEL: logLevel,
      ALLOW_LOOPBACK_DATABASES: given.ALLOW_LOOPBACK_DATABASES ?? 'true',
    });
    const aws = await cleanup.track(startAwsServices(dataDir));
    const sendFeedback = createFeedbackSender(aws, cause =>
      logger.error('mail feedback not sent', { cause: describeFailure(cause) }),
    );
    const [ses, lambda, turnstile, cloudFront, stripe, site] = await Promise.all([
      cleanup.track(startSes({ mailbox, pace, onFeedback: sendFeedback })),
      cleanup.track(startLambda({ [CONNECTOR]: connector })),
      cleanup.track(startTurnstile(options.baseUrl)),
      cleanup.track(startLocalCloudFront()),
      cleanup.track(
        startLocalStripe({ baseUrl: options.baseUrl, webhookSecret: given.STRIPE_WEBHOOK_SECRET }),
      ),
      buildSiteAssets(),
    ]);
    const made = { DIGEST_KEY, SEAL_KEY, PAGE_ASSETS: JSON.stringify(site.pageAssets) };
    const environment = environmentOf(options, aws, ses, lambda, turnstile, cloudFront, stripe, made);

    const onFailure = (cause: unknown, requestId: string) =>
      logger.error('request failed', { requestId, cause: describeFailure(cause) });

    const pages = createPageStore(pool);
    const dashboard = createDashboardFiles(site.pageAssets);
    const listener = await createHttpListener({
      routes,
      handlers: createHandlers(environment, pace),
      files: new Map([...site.files, ...turnstile.files]),
      dashboard: dashboard.detour,
      localRoutes: new Map([['/', redirectToDocs], ...mailRoutes(mailbox), ...stripe.routes]),
      uploads: createUploads({ environment, aws, trustProxy, onFailure }),
      downloads: createDownloads({ environment, trustProxy }),
      baseUrl: options.baseUrl,
      isActiveDomain: async host => (await pages.slugAt(host)) !== null,
      trustProxy,
      onFailure,
    });
    stripe.sendEventsTo(listener);
    const queue = {
      endpoint: aws.endpoint,
      region: STAND_IN_AWS.AWS_REGION,
      credentials: {
        accessKeyId: STAND_IN_AWS.AWS_ACCESS_KEY_ID,
        secretAccessKey: STAND_IN_AWS.AWS_SECRET_ACCESS_KEY,
      },
      onFailure: (cause: unknown) => logger.error('worker failed', { cause: describeFailure(cause) }),
    };
    const worker = createWorker(environment);
    const loops = [
      startQueueLoop({
        ...queue,
        name: 'worker',
        queueUrl: aws.queueUrl,
        handler: worker,
        scheduled: worker,
      }),
      startQueueLoop({
        ...queue,
        name: 'mail-feedback',
        queueUrl: aws.feedbackQueueUrl,
        handler: createMailFeedback(environment),
      }),
    ];
    for (const loop of loops) cleanup.add(() => loop.stop());
    return { pool, listener, prepare: dashboard.prepare, stop: () => cleanup.run() };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}
