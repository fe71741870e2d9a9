import * as z from 'zod';
import { PageAssets } from '../core/pages/page-assets.ts';
import { SiteSettings } from '../core/site.ts';

/** The environment of a process; only the entry point that a bundle begins with reads the real one. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Which database, and how many connections a process may hold. A Lambda instance serves one request at a time. */
export const DatabaseSettings = {
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_HOST: z.string().optional(),
  DATABASE_NAME: z.string().default('anteroom'),
  DATABASE_USER: z.string().default('anteroom'),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).default(1),
  AWS_REGION: z.string().default('us-east-1'),
};

export const LogSettings = {
  LOG_LEVEL: z.enum(['DEBUG', 'INFO', 'WARN', 'ERROR', 'SILENT']).default('INFO'),
};

export const EdgeSettings = {
  /** Shared with CloudFront; a request that lacks it did not come through it. Unset where nothing stands in front. */
  ORIGIN_SECRET: z.string().min(16).optional(),
};

/** What every API function needs. */
export const ApiSettings = { ...SiteSettings, ...DatabaseSettings, ...LogSettings, ...EdgeSettings };

/** The secrets with which digests of emails and addresses are keyed: base64, 32 bytes. */
export const DigestSettings = {
  DIGEST_KEY: z.base64().optional(),
  DIGEST_KEY_SECRET_ARN: z.string().optional(),
};

/** The queue whose messages wake the worker; the endpoint is set for stand-ins of AWS only. */
export const QueueSettings = {
  WORKER_QUEUE_URL: z.url(),
  AWS_ENDPOINT_URL_SQS: z.url().optional(),
};

function parseJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' });
    return z.NEVER;
  }
}

/** How often one may try to join, and what a page is made of. */
export const PageSettings = {
  SIGNUPS_PER_MINUTE_PER_IP: z.coerce.number().int().min(1).max(10_000).default(10),
  /** The urls of the page's immutable files, as JSON: made by the build. */
  PAGE_ASSETS: z.string().transform(parseJson).pipe(PageAssets),
};

export const EmailSettings = {
  EMAIL_FROM: z.string(),
  EMAIL_CONFIGURATION_SET: z.string().optional(),
  AWS_ENDPOINT_URL_SESV2: z.url().optional(),
};

/** What the hosted page and its signups need. */
export const PagesSettings = { ...ApiSettings, ...DigestSettings, ...QueueSettings, ...PageSettings };
export type PagesSettings = z.output<z.ZodObject<typeof PagesSettings>>;

/** What the worker needs. */
export const WorkerSettings = {
  ...SiteSettings,
  ...DatabaseSettings,
  ...LogSettings,
  ...EmailSettings,
  ...QueueSettings,
};

/** What the deploy-time migration needs. */
export const MigrateSettings = {
  ...LogSettings,
  AWS_REGION: DatabaseSettings.AWS_REGION,
  DATABASE_HOST: z.string(),
  DATABASE_NAME: DatabaseSettings.DATABASE_NAME,
  DATABASE_USER: DatabaseSettings.DATABASE_USER,
  MASTER_SECRET_ARN: z.string(),
  /** Folder of the numbered SQL files. */
  MIGRATIONS_DIR: z.string(),
};

/**
 * Reads the settings a function needs, once for each process.
 * @throws {Error} that names every variable that is missing or wrong, never its value.
 */
export function readSettings<Shape extends z.ZodRawShape>(
  shape: Shape,
  environment: Environment,
): z.output<z.ZodObject<Shape>> {
  // An empty variable is one that was not set: deployment tools cannot express the difference.
  const present = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const result = z.object(shape).safeParse(present);
  if (result.success) return result.data;
  const problems = result.error.issues.map(issue => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`Settings are wrong:\n  ${problems.join('\n  ')}`);
}
