import * as z from 'zod';
import { PageAssets } from '../core/pages/page-assets.ts';
import type { Need } from './read-settings.ts';
import { httpUrl, operatorSetting, ownTag, parseJson, price, region, standIn } from './setting-schemas.ts';

// Every need is a separate export, so that a bundle contains only the schemas its function uses.

// @__NO_SIDE_EFFECTS__
function defineNeed<const Name extends string, Shape extends z.ZodRawShape>(
  name: Name,
  settings: () => Shape,
): Need<Name, Shape> {
  return { name, settings: settings() };
}

/** Settings that every function may have: operators choose them, or only the local run sets them. The stack grants nothing. */
// @__NO_SIDE_EFFECTS__
const defineSettings = <Shape extends z.ZodRawShape>(settings: () => Shape) =>
  defineNeed('settings', settings);

/** The settings of every function. */
export const runtime = defineSettings(() => ({
  LOG_LEVEL: z.enum(['DEBUG', 'INFO', 'WARN', 'ERROR', 'SILENT']).default('INFO'),
}));

const databaseNames = () => ({
  DATABASE_NAME: z.string().default('anteroom'),
  DATABASE_USER: z.string().default('anteroom'),
});

export const database = defineNeed('database', () => ({
  ...region(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATABASE_HOST: z.string().optional(),
  ...databaseNames(),
  // A Lambda instance serves one request at a time.
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).default(1),
  DATABASE_CONNECT_SECONDS: z.coerce.number().int().min(1).default(10),
}));

/** The database as its master user. */
export const masterDatabase = defineNeed('master-database', () => ({
  ...region(),
  DATABASE_HOST: z.string(),
  ...databaseNames(),
  MASTER_SECRET_ARN: z.string(),
}));

/** The folder of the SQL files. */
export const migrationFiles = defineNeed('migration-files', () => ({ MIGRATIONS_DIR: z.string() }));

/** Recognizing requests that came through CloudFront. */
export const edge = defineNeed('edge', () => ({
  /** Unset without CloudFront in front. */
  ORIGIN_SECRET: z.string().min(16).optional(),
}));

/** The service's own address and prices. */
export const site = defineNeed('site', () => ({
  BASE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an absolute http(s) url' })
    .refine(url => /^https?:\/\/[^/?#]+\/?$/i.test(url), { error: 'must have no path, query or fragment' })
    .transform(url => url.replace(/\/+$/, '')),
  LICENSE_PRICE_USD: operatorSetting(price().default(49), 'Price of a license for one waitlist'),
  PRO_PRICE_USD: operatorSetting(
    price().optional(),
    'Price of the Pro plan, paid once',
    '`LICENSE_PRICE_USD`',
  ),
  /** Accept `http:` on loopback where `https:` is required: the local run. */
  ALLOW_INSECURE_LOOPBACK: z.stringbool().default(false),
}));

export const metrics = defineNeed('metrics', () => ({ METRICS_NAMESPACE: z.string().optional() }));

/** The key for digests of emails and addresses: base64 of at least 32 bytes, or the secret that holds it. */
export const digestKey = defineNeed('digest-key', () => ({
  ...region(),
  DIGEST_KEY: z
    .string()
    .regex(/^[A-Za-z0-9+/=]+(,[A-Za-z0-9+/=]+)*$/)
    .optional(),
  DIGEST_KEY_SECRET_ARN: z.string().optional(),
}));

/** The key that seals customers' secrets: a KMS key, or base64 of 32 bytes without KMS. */
const sealKey = () => ({
  ...region(),
  SEAL_KEY: z.base64().optional(),
  SEAL_KEY_ARN: z.string().optional(),
});
export const sealTurnstile = defineNeed('seal-turnstile', sealKey);
export const openTurnstile = defineNeed('open-turnstile', sealKey);
export const sealDatabase = defineNeed('seal-database', sealKey);
export const openDatabase = defineNeed('open-database', sealKey);
export const sealWebhook = defineNeed('seal-webhook', sealKey);
export const openWebhook = defineNeed('open-webhook', sealKey);

/** The queue that wakes the worker. */
export const workerQueue = defineNeed('worker-queue', () => ({
  ...region(),
  WORKER_QUEUE_URL: z.url(),
  /** How soon the worker is woken; one wake-up is for all the work of this time. Tests shorten it. */
  WAKE_UP_SECONDS: z.coerce.number().min(0).max(900).default(1),
  AWS_ENDPOINT_URL_SQS: standIn(),
}));

/** Sending email as the service. */
export const mail = defineNeed('mail', () => ({
  ...region(),
  // Checked here, because a sender that SES cannot parse would look like a problem with every recipient.
  EMAIL_FROM: z
    .string()
    .refine(
      sender => z.email().safeParse(/<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender).success,
      'must be an address, or "Name <address>"',
    ),
  EMAIL_CONFIGURATION_SET: z.string().optional(),
  AWS_ENDPOINT_URL_SESV2: standIn(),
}));

/** Reading how much email SES takes from the account. */
export const mailQuota = defineNeed('mail-quota', () => ({ ...region(), AWS_ENDPOINT_URL_SESV2: standIn() }));

const perDay = () => z.coerce.number().int().min(1).max(100_000_000);

/** How many emails may be sent. */
export const emailLimits = defineSettings(() => ({
  EMAILS_PER_RECIPIENT_PER_DAY: operatorSetting(
    perDay().default(10),
    'Emails to one mailbox in 24 hours, from all waitlists. More are dropped',
  ),
  EMAILS_PER_DAY_FREE: operatorSetting(
    perDay().default(2_000),
    'Emails for one free account per UTC day; more wait for the next day',
  ),
  EMAILS_PER_DAY_PRO: operatorSetting(perDay().default(50_000), 'Emails for one Pro account per UTC day'),
}));

/** When new accounts may send email in their own words. */
export const ownTemplates = defineSettings(() => ({
  OWN_TEMPLATES_AFTER_HOURS: operatorSetting(
    z.coerce.number().int().min(0).max(8_760).default(24),
    'Age at which a free account that never paid sends its own email templates',
  ),
}));

/** Where the service's own users get help. */
export const support = defineSettings(() => ({
  SUPPORT_EMAIL: operatorSetting(
    z.email().optional(),
    'Where your users get help. The dashboard links to it',
  ),
}));

/** Calling the function that talks to customers' databases. */
export const connector = defineNeed('connector', () => ({
  ...region(),
  CONNECTOR_FUNCTION_NAME: z.string(),
  AWS_ENDPOINT_URL_LAMBDA: standIn(),
}));

/** The settings of that function. */
export const customerDatabases = defineSettings(() => ({
  /** Allow databases on this machine: for the local run. */
  ALLOW_LOOPBACK_DATABASES: z.stringbool().default(false),
}));

/** Calling the function that sends webhooks. */
export const webhookSender = defineNeed('webhook-sender', () => ({
  ...region(),
  WEBHOOK_SENDER_FUNCTION_NAME: z.string(),
  AWS_ENDPOINT_URL_LAMBDA: standIn(),
}));

/** The settings of that function. */
export const webhookReceivers = defineSettings(() => ({
  /** Allow receivers on this machine, and http to them: the local run. */
  ALLOW_INSECURE_LOOPBACK: z.stringbool().default(false),
}));

const images = () => ({ ...region(), ASSETS_BUCKET: z.string(), AWS_ENDPOINT_URL_S3: standIn() });
export const addImages = defineNeed('add-images', images);
export const removeImages = defineNeed('remove-images', images);
/** Keeping social cards beside the images, and reading the logos they show. */
export const keepCards = defineNeed('keep-cards', images);

/** The folder of the fonts and the WebAssembly that draw social cards. */
export const cardPackages = defineNeed('card-packages', () => ({ CARD_PACKAGES_DIR: z.string() }));

/** The bucket where request bodies wait until they are images. */
export const staging = defineNeed('staging', () => ({
  ...region(),
  STAGING_BUCKET: z.string(),
  AWS_ENDPOINT_URL_S3: standIn(),
}));

const domains = () => ({
  /** Where the CNAME of a custom domain points. */
  FALLBACK_ORIGIN: z.string(),
  DOMAINS_DISTRIBUTION_ID: z.string(),
  AWS_ENDPOINT_URL_CLOUDFRONT: standIn(),
});

/** Finding out whether a domain is already in use at CloudFront. */
export const lookUpDomains = defineNeed('look-up-domains', () => ({
  ...domains(),
  /** Allow names under `.test`, which nobody can register: the local run. */
  ALLOW_TEST_DOMAINS: z.stringbool().default(false),
}));

const senders = () => ({ ...region(), SENDERS_TAG: ownTag(), AWS_ENDPOINT_URL_SESV2: standIn() });
/** Setting up the mail identities of accounts' senders; and sending from them, and taking them down. */
export const claimSenders = defineNeed('claim-senders', senders);
export const reconcileSenders = defineNeed('reconcile-senders', senders);

/** Setting custom domains up and taking them down. */
export const reconcileDomains = defineNeed('reconcile-domains', () => ({
  ...domains(),
  DOMAINS_CONNECTION_GROUP_ID: z.string(),
  DOMAINS_TAG: ownTag(),
}));

/** The hosted page's immutable files: their URLs as JSON, written by the build. */
export const pageAssets = defineNeed('page-assets', () => ({
  PAGE_ASSETS: z.string().transform(parseJson).pipe(PageAssets),
}));

export const signupLimits = defineSettings(() => ({
  SIGNUPS_PER_MINUTE_PER_IP: operatorSetting(
    z.coerce.number().int().min(1).max(10_000).default(10),
    'Attempts to join per minute, waitlist, and network; ten times as many for those who pass a bot challenge',
  ),
}));

/** The public half of the service's own bot challenge keys. */
export const challengeSiteKey = defineNeed('challenge-site-key', () => ({
  TURNSTILE_SITE_KEY: z.string().optional(),
}));

/** Which bot-challenge keys accounts may set. */
export const ownChallenge = defineSettings(() => ({
  /** Allow Cloudflare's dummy keys: the local run. */
  ALLOW_DUMMY_CHALLENGE_KEYS: z.stringbool().default(false),
}));

/** Showing bot challenges and verifying their tokens. */
export const verifyChallenge = defineNeed('verify-challenge', () => ({
  ...region(),
  TURNSTILE_SITE_KEY: z.string().optional(),
  TURNSTILE_SECRET_KEY: z.string().optional(),
  TURNSTILE_SECRET_ARN: z.string().optional(),
  /** Allow pages without a bot challenge: the local run. */
  CHALLENGE_OPTIONAL: z.stringbool().default(false),
  TURNSTILE_VERIFY_URL: httpUrl().default('https://challenges.cloudflare.com/turnstile/v0/siteverify'),
  TURNSTILE_SCRIPT_URL: httpUrl().default('https://challenges.cloudflare.com/turnstile/v0/api.js'),
}));

export const agentOrigins = defineSettings(() => ({
  AGENT_ALLOWED_ORIGINS: operatorSetting(
    z
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
    'Web origins that may call the agent endpoint, separated by commas',
  ),
}));

/** Taking payments with Stripe; without a key there are none. */
export const payments = defineNeed('payments', () => ({
  ...region(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_KEY_SECRET_ARN: z.string().optional(),
  /** Real money or test mode; a key of the other mode is refused. */
  STRIPE_LIVE: z.stringbool().default(false),
  /** Set for a stand-in of Stripe only. */
  STRIPE_API_URL: httpUrl().default('https://api.stripe.com'),
}));

/** Telling Stripe's events from forged ones. */
export const paymentEvents = defineNeed('payment-events', () => ({
  ...region(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_WEBHOOK_SECRET_ARN: z.string().optional(),
}));

/** The Bedrock model that writes pages; without one none are generated. */
export const pageWriter = defineNeed('page-writer', () => ({
  ...region(),
  BEDROCK_MODEL_ID: z.string().optional(),
  AWS_ENDPOINT_URL_BEDROCK_RUNTIME: standIn(),
}));
