import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type pg from 'pg';
import { connectDatabase, disconnectDatabase } from '../adapters/postgres/kernel/pool.ts';
import { createPageStore } from '../adapters/postgres/pages/page-store.ts';
import { functions, httpFunction, type ServiceFunction } from '../lambdas/functions.ts';
import type { HttpHandler } from '../lambdas/http/http-handler.ts';
import { HTTP_FUNCTIONS, routes } from '../lambdas/http/routes.ts';
import { describeFailure } from '../lambdas/middleware/describe-failure.ts';
import { createLogger } from '../lambdas/services/logger.ts';
import { PACKAGES_DIR } from '../lib/build/card-packages.ts';
import { writeBaseUrl } from '../lib/build/embed-asset.ts';
import { buildSiteAssets, type SiteAssets } from '../lib/build/site-assets.ts';
import { database } from '../settings/needs.ts';
import { type Environment, readSettings } from '../settings/read-settings.ts';
import { Cleanup } from './cleanup.ts';
import { openDigestKey, openSealKey } from './database-keys.ts';
import { createDashboardFiles } from './http/dashboard-files.ts';
import { createDownloads } from './http/downloads.ts';
import { createHttpListener } from './http/server.ts';
import { LOCAL_RUNTIME } from './http/stream-function.ts';
import { createUploads } from './http/uploads.ts';
import { openMailbox } from './mail/mailbox.ts';
import { mailRoutes } from './mail/routes.ts';
import { LOCAL_DOMAINS, startLocalCloudFront } from './stand-ins/cloudfront/local-cloudfront.ts';
import { createEmailPace, type EmailPace } from './stand-ins/email-pace.ts';
import { startLambda } from './stand-ins/lambda.ts';
import { startQueueLoop } from './stand-ins/queue-loop.ts';
import { BUCKET, STAGING_BUCKET, startS3 } from './stand-ins/s3.ts';
import { startSes } from './stand-ins/ses.ts';
import { createLocalIdentities } from './stand-ins/ses-identities.ts';
import { Queue, startSqs } from './stand-ins/sqs.ts';
import { REGION } from './stand-ins/stand-in.ts';
import { startLocalStripe } from './stand-ins/stripe/local-stripe.ts';
import { startTurnstile } from './stand-ins/turnstile.ts';
import { joinWorkers } from './workers.ts';

export interface ServiceOptions {
  readonly databaseUrl: string;
  readonly baseUrl: string;
  readonly dataDir: string;
  readonly trustProxy: boolean;
  readonly logLevel: string;
  /**
   * More environment variables for the functions; they override those set here. `DIGEST_KEY` and `SEAL_KEY` are
   * checked.
   */
  readonly environment: Environment;
  /** Aborts a start in progress; `startService` then rejects. */
  readonly signal?: AbortSignal | undefined;
}

/** All functions behind one listener, with stand-ins for the services they use. */
export interface Service {
  /** The connections of all functions, closed by `stop`. */
  readonly pool: pg.Pool;
  readonly listener: RequestListener;
  /** Builds the dashboard, which otherwise happens at its first request. */
  prepare(): Promise<void>;
  stop(): Promise<void>;
}

/** The functions that others invoke. */
const CONNECTOR = 'database-connector' as const;
const WEBHOOK_SENDER = 'webhook-sender' as const;

/** Omits unset variables, so that they do not hide defaults. */
const withoutEmpty = (environment: Environment): Environment =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value));

/** Only the variables a function needs, as in a deployment. */
function variablesOf(
  { needs }: Pick<ServiceFunction<unknown>, 'needs'>,
  environment: Environment,
): Environment {
  const names = needs.flatMap(({ settings }) => Object.keys(settings));
  return Object.fromEntries(names.map(name => [name, environment[name]]));
}

/** The functions behind the HTTP API; each call is reported to the email pace. */
function createHttpHandlers(environment: Environment, pace: EmailPace): ReadonlyMap<string, HttpHandler> {
  return new Map(
    HTTP_FUNCTIONS.map(name => {
      const fn = httpFunction(name);
      const handler = fn.createHandler(variablesOf(fn, environment));
      const counted: HttpHandler = (event, context) => {
        pace.countCall();
        return handler(event, context);
      };
      return [name, counted];
    }),
  );
}

let site: Promise<SiteAssets> | undefined;

/** Built once per process. */
function siteAssets(): Promise<SiteAssets> {
  site ??= buildSiteAssets();
  return site;
}

/** Starts the stand-ins, and returns the variables that point the functions at them. */
async function startStandIns({ baseUrl, dataDir, logLevel, environment }: ServiceOptions, cleanup: Cleanup) {
  const mailbox = await openMailbox(join(dataDir, 'mail.jsonl'));
  cleanup.add(() => mailbox.close());
  const pace = createEmailPace();
  const work = new Queue('worker');
  const feedback = new Queue('mail-feedback');
  const connector = functions[CONNECTOR].createHandler({
    LOG_LEVEL: logLevel,
    ALLOW_LOOPBACK_DATABASES: environment.ALLOW_LOOPBACK_DATABASES ?? 'true',
  });
  const webhookSender = functions[WEBHOOK_SENDER].createHandler({
    LOG_LEVEL: logLevel,
    ALLOW_INSECURE_LOOPBACK: environment.ALLOW_INSECURE_LOOPBACK ?? 'true',
  });
  const [s3, sqs, ses, lambda, turnstile, cloudFront, stripe] = await Promise.all([
    cleanup.track(startS3(join(dataDir, 's3'))),
    cleanup.track(startSqs([work])),
    cleanup.track(
      startSes({
        mailbox,
        pace,
        identities: createLocalIdentities(join(dataDir, 'ses-identities.json')),
        from: environment.EMAIL_FROM,
        onFeedback: message => feedback.send(message),
      }),
    ),
    cleanup.track(startLambda({ [CONNECTOR]: connector, [WEBHOOK_SENDER]: webhookSender })),
    cleanup.track(startTurnstile(baseUrl)),
    cleanup.track(startLocalCloudFront()),
    cleanup.track(startLocalStripe({ baseUrl, webhookSecret: environment.STRIPE_WEBHOOK_SECRET })),
  ]);
  const variables: Environment = {
    AWS_REGION: REGION,
    ASSETS_BUCKET: BUCKET,
    STAGING_BUCKET,
    WORKER_QUEUE_URL: sqs.urlOf(work),
    CONNECTOR_FUNCTION_NAME: CONNECTOR,
    WEBHOOK_SENDER_FUNCTION_NAME: WEBHOOK_SENDER,
    AWS_ENDPOINT_URL_S3: s3.endpoint,
    AWS_ENDPOINT_URL_SQS: sqs.endpoint,
    AWS_ENDPOINT_URL_SESV2: ses.endpoint,
    AWS_ENDPOINT_URL_LAMBDA: lambda.endpoint,
    AWS_ENDPOINT_URL_CLOUDFRONT: cloudFront.endpoint,
    ...LOCAL_DOMAINS,
    SENDERS_TAG: LOCAL_DOMAINS.DOMAINS_TAG,
    ...turnstile.environment,
    // With Stripe keys, payments go to Stripe.
    ...(environment.STRIPE_SECRET_KEY ? {} : stripe.environment),
  };
  return { mailbox, pace, work, feedback, s3, turnstile, stripe, variables };
}

/** Starts what the functions need, then the functions, then the worker. The database must be migrated. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { databaseUrl, baseUrl, dataDir, trustProxy, logLevel } = options;
  const { DATABASE_POOL_SIZE, ...given } = options.environment;
  const logger = createLogger('local', { LOG_LEVEL: logLevel });
  const cleanup = new Cleanup();
  try {
    const pool = connectDatabase(readSettings([database], { DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE }));
    cleanup.add(() => disconnectDatabase({ DATABASE_URL: databaseUrl }));
    const DIGEST_KEY = await openDigestKey(pool, { dataDir, setting: given.DIGEST_KEY });
    const SEAL_KEY = await openSealKey(pool, { dataDir, setting: given.SEAL_KEY });
    const [standIns, site] = await Promise.all([startStandIns(options, cleanup), siteAssets()]);
    const { mailbox, pace, s3, turnstile, stripe } = standIns;
    const environment: Environment = {
      BASE_URL: baseUrl,
      DATABASE_URL: databaseUrl,
      ALLOW_INSECURE_LOOPBACK: 'true',
      LOG_LEVEL: logLevel,
      ...standIns.variables,
      ...withoutEmpty(options.environment),
      DIGEST_KEY,
      SEAL_KEY,
      CARD_PACKAGES_DIR: PACKAGES_DIR,
      PAGE_ASSETS: JSON.stringify(site.pageAssets),
    };

    const variables = (name: keyof typeof functions) => variablesOf(functions[name], environment);
    const onFailure = (cause: unknown, requestId: string) =>
      logger.error('request failed', { requestId, cause: describeFailure(cause) });
    const pages = createPageStore(pool);
    const dashboard = createDashboardFiles(site.pageAssets);
    const listener = createHttpListener({
      routes,
      handlers: createHttpHandlers(environment, pace),
      files: new Map([...writeBaseUrl(site.files, baseUrl), ...turnstile.files]),
      dashboard: dashboard.detour,
      localRoutes: new Map([...mailRoutes(mailbox), ...stripe.routes]),
      uploads: createUploads({
        authorizer: functions['upload-authorizer'].createHandler(variables('upload-authorizer')),
        processor: functions.assets.createHandler(variables('assets')),
        s3Endpoint: s3.endpoint,
        trustProxy,
        onFailure,
      }),
      downloads: createDownloads({
        handler: functions.export.createHandler(variables('export'), LOCAL_RUNTIME),
        trustProxy,
      }),
      baseUrl,
      isActiveDomain: async host => (await pages.slugAt(host)) !== null,
      trustProxy,
      onFailure,
    });
    stripe.sendEventsTo(listener);
    options.signal?.throwIfAborted();
    const worker = functions.worker.createHandler(variables('worker'));
    const onLoopFailure = (cause: unknown) =>
      logger.error('worker failed', { cause: describeFailure(cause) });
    await cleanup.track(joinWorkers(databaseUrl));
    const loops = [
      startQueueLoop({ queue: standIns.work, handler: worker, scheduled: worker, onFailure: onLoopFailure }),
      startQueueLoop({
        queue: standIns.feedback,
        handler: functions['mail-feedback'].createHandler(variables('mail-feedback')),
        onFailure: onLoopFailure,
      }),
    ];
    for (const loop of loops) cleanup.add(() => loop.stop());
    return { pool, listener, prepare: dashboard.prepare, stop: () => cleanup.run() };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}
