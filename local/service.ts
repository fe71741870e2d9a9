import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import type pg from 'pg';
import { createPageStore } from '../adapters/postgres/page-store.ts';
import { connectDatabase, disconnectDatabase } from '../adapters/postgres/pool.ts';
import { functions, httpFunction, type ServiceFunction } from '../lambdas/functions.ts';
import type { HttpHandler } from '../lambdas/http/http-handler.ts';
import { HTTP_FUNCTIONS, routes } from '../lambdas/http/routes.ts';
import { describeFailure } from '../lambdas/middleware/describe-failure.ts';
import { createLogger } from '../lambdas/services/logger.ts';
import { buildSiteAssets } from '../lib/build/site-assets.ts';
import { database } from '../settings/needs.ts';
import { type Environment, readSettings } from '../settings/read-settings.ts';
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
import { LOCAL_RUNTIME } from './http/stream-function.ts';
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
const CONNECTOR = 'database-connector' as const;

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

/** The variables of what a function needs, and no others, as in a deployment. */
function variablesOf(
  { needs }: Pick<ServiceFunction<unknown>, 'needs'>,
  environment: Environment,
): Environment {
  const names = needs.flatMap(({ settings }) => Object.keys(settings));
  return Object.fromEntries(names.map(name => [name, environment[name]]));
}

function createHttpHandlers(environment: Environment, pace: EmailPace): ReadonlyMap<string, HttpHandler> {
  return new Map(
    HTTP_FUNCTIONS.map(name => {
      const fn = httpFunction(name);
      const handler = fn.createHandler(variablesOf(fn, environment));
      const seen: HttpHandler = (event, context) => {
        pace.seen();
        return handler(event, context);
      };
      return [name, seen];
    }),
  );
}

/** Starts what the functions need, then the functions, then the worker. The database is there and migrated. */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { databaseUrl, dataDir, trustProxy, logLevel } = options;
  const { DATABASE_POOL_SIZE, ...given } = options.environment;
  const logger = createLogger('local', { LOG_LEVEL: logLevel });
  const cleanup = new Cleanup();
  try {
    const pool = connectDatabase(readSettings([database], { DATABASE_URL: databaseUrl, DATABASE_POOL_SIZE }));
    cleanup.add(() => disconnectDatabase({ DATABASE_URL: databaseUrl }));
    const DIGEST_KEY = await openDigestKey(pool, { dataDir, setting: given.DIGEST_KEY });
    const SEAL_KEY = await openSealKey(pool, { dataDir, setting: given.SEAL_KEY });

    const pace = createEmailPace();
    const mailbox = await openMailbox(join(dataDir, 'mail.jsonl'));
    cleanup.add(() => mailbox.close());
    const connector = functions[CONNECTOR].createHandler({
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

    const variables = (name: keyof typeof functions) => variablesOf(functions[name], environment);

    const onFailure = (cause: unknown, requestId: string) =>
      logger.error('request failed', { requestId, cause: describeFailure(cause) });

    const pages = createPageStore(pool);
    const dashboard = createDashboardFiles(site.pageAssets);
    const listener = await createHttpListener({
      routes,
      handlers: createHttpHandlers(environment, pace),
      files: new Map([...site.files, ...turnstile.files]),
      dashboard: dashboard.detour,
      localRoutes: new Map([['/', redirectToDocs], ...mailRoutes(mailbox), ...stripe.routes]),
      uploads: createUploads({
        authorizer: functions['upload-authorizer'].createHandler(variables('upload-authorizer')),
        processor: functions.assets.createHandler(variables('assets')),
        aws,
        trustProxy,
        onFailure,
      }),
      downloads: createDownloads({
        handler: functions.export.createHandler(variables('export'), LOCAL_RUNTIME),
        trustProxy,
      }),
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
    const worker = functions.worker.createHandler(variables('worker'));
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
        handler: functions['mail-feedback'].createHandler(variables('mail-feedback')),
      }),
    ];
    for (const loop of loops) cleanup.add(() => loop.stop());
    return { pool, listener, prepare: dashboard.prepare, stop: () => cleanup.run() };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}
