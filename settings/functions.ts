import * as z from 'zod';
import { SiteSettings } from '../core/kernel/site.ts';
import { PageAssets } from '../core/pages/page-assets.ts';

/** The environment of a process; only the entry point that a bundle begins with reads the real one. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** What belongs together. The bundle of a function that has none of it leaves it out, schemas and all. */
// @__NO_SIDE_EFFECTS__
function group<Group>(make: () => Group): Group {
  return make();
}

/** Which database, and how many connections a process may hold. A Lambda instance serves one request at a time. */
export const DatabaseSettings = group(() => ({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_HOST: z.string().optional(),
  DATABASE_NAME: z.string().default('anteroom'),
  DATABASE_USER: z.string().default('anteroom'),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).default(1),
  AWS_REGION: z.string().default('us-east-1'),
}));

export const LogSettings = group(() => ({
  LOG_LEVEL: z.enum(['DEBUG', 'INFO', 'WARN', 'ERROR', 'SILENT']).default('INFO'),
}));

/** Where metrics of this deployment are kept (`metrics.ts`). */
export const MetricsSettings = group(() => ({ METRICS_NAMESPACE: z.string().optional() }));

export const EdgeSettings = group(() => ({
  /** Shared with CloudFront; a request that lacks it did not come through it. Unset where nothing stands in front. */
  ORIGIN_SECRET: z.string().min(16).optional(),
}));

/** Whose pages may call the endpoint of agents: `https://a.example,https://b.example`, each as a browser writes it. */
export const AgentSettings = group(() => ({
  AGENT_ALLOWED_ORIGINS: z
    .string()
    .default('')
    .transform(list =>
      list
        .split(',')
        .map(origin => origin.trim())
        .filter(origin => origin !== ''),
    )
    .refine(origins => origins.every(origin => URL.canParse(origin) && new URL(origin).origin === origin), {
      error: 'must be origins with commas between them, like https://app.example',
    }),
}));

/** What every API function needs. */
export const ApiSettings = group(() => ({
  ...SiteSettings,
  ...DatabaseSettings,
  ...LogSettings,
  ...EdgeSettings,
}));

/** The secrets with which digests of emails and addresses are keyed: base64, 32 bytes. */
export const DigestSettings = group(() => ({
  DIGEST_KEY: z.base64().optional(),
  DIGEST_KEY_SECRET_ARN: z.string().optional(),
}));

/** What seals customers' secrets: a key of KMS, or base64 of 32 bytes where there is no KMS. */
export const SealSettings = group(() => ({
  SEAL_KEY: z.base64().optional(),
  SEAL_KEY_ARN: z.string().optional(),
}));

/** The public half of the bot-challenge keys for waitlists that have none of their own. */
export const SharedSiteKeySettings = group(() => ({
  TURNSTILE_SITE_KEY: z.string().optional(),
}));

/** How the bot challenge of a page is shown, and its tokens verified. */
export const ChallengeSettings = group(() => ({
  ...SharedSiteKeySettings,
  TURNSTILE_SECRET_KEY: z.string().optional(),
  TURNSTILE_SECRET_ARN: z.string().optional(),
  /** Whether pages may do without: only where no stranger comes, in the local run. */
  CHALLENGE_OPTIONAL: z.stringbool().default(false),
  TURNSTILE_VERIFY_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://challenges.cloudflare.com/turnstile/v0/siteverify'),
  TURNSTILE_SCRIPT_URL: z
    .url({ protocol: /^https?$/ })
    .default('https://challenges.cloudflare.com/turnstile/v0/api.js'),
}));

/** The queue whose messages wake the worker; the endpoint is set for stand-ins of AWS only. */
export const QueueSettings = group(() => ({
  WORKER_QUEUE_URL: z.url(),
  AWS_ENDPOINT_URL_SQS: z.url().optional(),
}));

function parseJson(text: string, context: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' });
    return z.NEVER;
  }
}

/** How often one may try to join, and what a page is made of. */
export const PageSettings = group(() => ({
  SIGNUPS_PER_MINUTE_PER_IP: z.coerce.number().int().min(1).max(10_000).default(10),
  /** The urls of the page's immutable files, as JSON: made by the build. */
  PAGE_ASSETS: z.string().transform(parseJson).pipe(PageAssets),
}));

/** `Name <address>` or the address alone. One that SES cannot read would look like a fault of every recipient's. */
const Sender = group(() =>
  z
    .string()
    .refine(
      sender => z.email().safeParse(/<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender).success,
      'must be an address, or "Name <address>"',
    ),
);

const perDay = group(() => z.coerce.number().int().min(1).max(100_000_000));

/** How many emails are sent at most, to one mailbox and for one account. */
export const EmailLimitSettings = group(() => ({
  EMAILS_PER_RECIPIENT_PER_DAY: perDay.default(10),
  EMAILS_PER_DAY_FREE: perDay.default(2_000),
  EMAILS_PER_DAY_PRO: perDay.default(50_000),
}));

export const EmailSettings = group(() => ({
  EMAIL_FROM: Sender,
  EMAIL_CONFIGURATION_SET: z.string().optional(),
  AWS_ENDPOINT_URL_SESV2: z.url().optional(),
}));

/** What the function that talks to databases of customers needs. */
export const ConnectorSettings = group(() => ({
  ...LogSettings,
  /** Whether databases of this machine may be reached: the local run only. */
  ALLOW_LOOPBACK_DATABASES: z.stringbool().default(false),
}));

/** How that function is reached by others; the endpoint is set for stand-ins of AWS only. */
export const ConnectorClientSettings = group(() => ({
  CONNECTOR_FUNCTION_NAME: z.string(),
  AWS_ENDPOINT_URL_LAMBDA: z.url().optional(),
}));

/** What sends exports needs. */
export const ExportSettings = group(() => ({ ...ApiSettings, ...SealSettings, ...ConnectorClientSettings }));

/** Where images are kept; the endpoint is set for stand-ins of AWS only. */
export const AssetFilesSettings = group(() => ({
  ASSETS_BUCKET: z.string(),
  AWS_ENDPOINT_URL_S3: z.url().optional(),
}));

/** What makes an image of a staged upload needs. */
export const AssetsSettings = group(() => ({
  BASE_URL: SiteSettings.BASE_URL,
  ...DatabaseSettings,
  ...LogSettings,
  ...AssetFilesSettings,
  /** Where bodies wait until they are an image. */
  STAGING_BUCKET: z.string(),
}));

/** What decides whether an upload is staged. */
export const UploadAuthorizerSettings = group(() => ({
  BASE_URL: SiteSettings.BASE_URL,
  ...DatabaseSettings,
  ...LogSettings,
  ...EdgeSettings,
}));

/** Custom domains: where their CNAME points, and the distribution that serves them. */
export const DomainSettings = group(() => ({
  FALLBACK_ORIGIN: z.string(),
  DOMAINS_DISTRIBUTION_ID: z.string(),
  AWS_ENDPOINT_URL_CLOUDFRONT: z.url().optional(),
}));

export const TestDomainSettings = group(() => ({
  /** Names under `.test`, which nobody can register, may be connected (the local run). */
  ALLOW_TEST_DOMAINS: z.stringbool().default(false),
}));

/** What the hosted page and its signups need. */
export const PagesSettings = group(() => ({
  ...ApiSettings,
  ...DigestSettings,
  ...QueueSettings,
  ...PageSettings,
  ...SealSettings,
  ...ChallengeSettings,
  ...MetricsSettings,
}));
export type PagesSettings = z.output<z.ZodObject<typeof PagesSettings>>;

/** What signing in needs. */
export const PeopleSettings = group(() => ({ ...ApiSettings, ...DigestSettings, ...EmailSettings }));

/** What letting agents in needs. */
export const OAuthSettings = group(() => ({ ...ApiSettings, ...DigestSettings }));

/** Payments by Stripe; without a key there are none. */
export const PaymentSettings = group(() => ({
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_KEY_SECRET_ARN: z.string().optional(),
  /** Whether money is real: a key of the other mode is refused. */
  STRIPE_LIVE: z.stringbool().default(false),
  /** Set for a stand-in of Stripe only. */
  STRIPE_API_URL: z.url({ protocol: /^https?$/ }).default('https://api.stripe.com'),
}));

/** What takes notice of what Stripe says of payments. */
export const BillingSettings = group(() => ({
  ...ApiSettings,
  ...MetricsSettings,
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_WEBHOOK_SECRET_ARN: z.string().optional(),
}));

/** The model that writes pages; without one there is none. */
export const PageWriterSettings = group(() => ({
  BEDROCK_MODEL_ID: z.string().optional(),
  /** Set for a stand-in of Bedrock only. */
  AWS_ENDPOINT_URL_BEDROCK_RUNTIME: z.url().optional(),
}));

/** What the worker needs. */
export const WorkerSettings = group(() => ({
  ...SiteSettings,
  ...DatabaseSettings,
  ...LogSettings,
  ...EmailSettings,
  ...EmailLimitSettings,
  ...DigestSettings,
  ...QueueSettings,
  ...DomainSettings,
  DOMAINS_CONNECTION_GROUP_ID: z.string(),
  /** By which the tenants of this deployment are known: `name=value`. */
  DOMAINS_TAG: z
    .string()
    .regex(/^[^=]+=[^=]+$/, 'must be name=value')
    .transform(tag => ({ name: tag.split('=')[0] ?? '', value: tag.split('=')[1] ?? '' })),
  ...AssetFilesSettings,
  ...SealSettings,
  ...ConnectorClientSettings,
  ...MetricsSettings,
}));

/** What takes notice of bounces and complaints. */
export const MailFeedbackSettings = group(() => ({ ...DatabaseSettings, ...LogSettings }));

/** What the deploy-time migration needs. */
export const MigrateSettings = group(() => ({
  ...LogSettings,
  AWS_REGION: DatabaseSettings.AWS_REGION,
  DATABASE_HOST: z.string(),
  DATABASE_NAME: DatabaseSettings.DATABASE_NAME,
  DATABASE_USER: DatabaseSettings.DATABASE_USER,
  MASTER_SECRET_ARN: z.string(),
  /** Folder of the numbered SQL files. */
  MIGRATIONS_DIR: z.string(),
}));

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
