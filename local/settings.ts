import { resolve } from 'node:path';
import * as z from 'zod';
import { SiteSettings } from '../core/kernel/site.ts';
import {
  BillingSettings,
  ChallengeSettings,
  DatabaseSettings,
  EmailLimitSettings,
  EmailSettings,
  type Environment,
  PageSettings,
  PaymentSettings,
  readSettings,
} from '../settings/functions.ts';
import { isDigestKey, isSealKey } from './database-keys.ts';
import { LocalRunError } from './local-run-error.ts';

/** The environment variables of the local run (contract section 1). */
const LocalSettings = {
  PORT: z.coerce.number({ error: 'must be a port, 0 to 65535' }).int().min(0).max(65_535).default(3000),
  /** Unset: both loopback addresses. */
  HOST: z.string().optional(),
  BASE_URL: SiteSettings.BASE_URL.optional(),
  DATA_DIR: z
    .string()
    .default('.anteroom')
    .transform(folder => resolve(folder)),
  DATABASE_URL: DatabaseSettings.DATABASE_URL,
  /** Unset: the key in `DATA_DIR`. */
  DIGEST_KEY: z.string().refine(isDigestKey, 'must be base64 of at least 32 bytes').optional(),
  /** Unset: the key in `DATA_DIR`. */
  SEAL_KEY: z.string().refine(isSealKey, 'must be base64 of 32 bytes').optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(50).default(10),
  /** WARN keeps the console quiet. */
  LOG_LEVEL: z.enum(['DEBUG', 'INFO', 'WARN', 'ERROR', 'SILENT']).default('WARN'),
  EMAIL_FROM: EmailSettings.EMAIL_FROM.default('Anteroom <hello@anteroom.test>'),
  /** Whether a proxy in front of the server adds the visitor's address to `X-Forwarded-For`. */
  TRUST_PROXY: z.stringbool().default(false),
  /** Whether accounts may connect databases on this machine. */
  ALLOW_LOOPBACK_DATABASES: z.stringbool().default(true),
  /** Where the CNAME of a custom domain points. */
  FALLBACK_ORIGIN: z.string().optional(),
  LICENSE_PRICE_USD: SiteSettings.LICENSE_PRICE_USD,
  PRO_PRICE_USD: SiteSettings.PRO_PRICE_USD,
  /** Unset: payments are made on a test page. */
  STRIPE_SECRET_KEY: PaymentSettings.STRIPE_SECRET_KEY,
  STRIPE_WEBHOOK_SECRET: BillingSettings.STRIPE_WEBHOOK_SECRET,
  STRIPE_LIVE: PaymentSettings.STRIPE_LIVE,
  SIGNUPS_PER_MINUTE_PER_IP: PageSettings.SIGNUPS_PER_MINUTE_PER_IP,
  // The local run sends no mail, so the limits only need to be out of the way.
  EMAILS_PER_RECIPIENT_PER_DAY: EmailLimitSettings.EMAILS_PER_RECIPIENT_PER_DAY.unwrap().default(10_000),
  EMAILS_PER_DAY_FREE: EmailLimitSettings.EMAILS_PER_DAY_FREE.unwrap().default(1_000_000),
  EMAILS_PER_DAY_PRO: EmailLimitSettings.EMAILS_PER_DAY_PRO.unwrap().default(1_000_000),
  /** Unset: pages have no bot challenge unless their waitlist has its own keys. */
  TURNSTILE_SITE_KEY: ChallengeSettings.TURNSTILE_SITE_KEY,
  TURNSTILE_SECRET_KEY: ChallengeSettings.TURNSTILE_SECRET_KEY,
  /** Unset: the stand-in, which knows the dummy keys that Cloudflare publishes. */
  TURNSTILE_VERIFY_URL: ChallengeSettings.TURNSTILE_VERIFY_URL.unwrap().optional(),
  TURNSTILE_SCRIPT_URL: ChallengeSettings.TURNSTILE_SCRIPT_URL.unwrap().optional(),
};

export type LocalSettings = z.output<z.ZodObject<typeof LocalSettings>>;

function parse(environment: Environment): LocalSettings {
  try {
    return readSettings(LocalSettings, environment);
  } catch (error) {
    throw new LocalRunError(error instanceof Error ? error.message : String(error));
  }
}

/** @throws {LocalRunError} that names every invalid setting */
export function readLocalSettings(environment: Environment): LocalSettings {
  const settings = parse(environment);
  if ((settings.TURNSTILE_SITE_KEY === undefined) !== (settings.TURNSTILE_SECRET_KEY === undefined)) {
    throw new LocalRunError(
      'Settings are wrong:\n  Set both TURNSTILE_SITE_KEY and TURNSTILE_SECRET_KEY, or neither',
    );
  }
  if ((settings.STRIPE_SECRET_KEY === undefined) !== (settings.STRIPE_WEBHOOK_SECRET === undefined)) {
    throw new LocalRunError(
      'Settings are wrong:\n  Set both STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET, or neither',
    );
  }
  return settings;
}
