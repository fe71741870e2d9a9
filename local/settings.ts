import { resolve } from 'node:path';
import * as z from 'zod';
import { SiteSettings } from '../core/site.ts';
import { DatabaseSettings, type Environment, PageSettings, readSettings } from '../lambdas/settings.ts';
import { isDigestKey } from './digest-key.ts';
import { LocalRunError } from './local-run-error.ts';

/** What the local run is told by environment variables (contract section 1). */
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
  /** Unset: the key that is kept in `DATA_DIR`. */
  DIGEST_KEY: z.string().refine(isDigestKey, 'must be base64 of at least 32 bytes').optional(),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(50).default(10),
  /** WARN keeps the console quiet. */
  LOG_LEVEL: z.enum(['DEBUG', 'INFO', 'WARN', 'ERROR', 'SILENT']).default('WARN'),
  EMAIL_FROM: z.string().default('Anteroom <hello@anteroom.test>'),
  /** Whether a proxy of one's own stands in front, and adds the visitor's address to `X-Forwarded-For`. */
  TRUST_PROXY: z.stringbool().default(false),
  LICENSE_PRICE_USD: SiteSettings.LICENSE_PRICE_USD,
  SIGNUPS_PER_MINUTE_PER_IP: PageSettings.SIGNUPS_PER_MINUTE_PER_IP,
};

export type LocalSettings = z.output<z.ZodObject<typeof LocalSettings>>;

/** @throws {LocalRunError} that names every setting that is wrong. */
export function readLocalSettings(environment: Environment): LocalSettings {
  try {
    return readSettings(LocalSettings, environment);
  } catch (error) {
    throw new LocalRunError(error instanceof Error ? error.message : String(error));
  }
}
