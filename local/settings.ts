import { resolve } from 'node:path';
import * as z from 'zod';
import { described } from '../settings/describe-settings.ts';
import { database, mail, payments, runtime, site, verifyChallenge } from '../settings/needs.ts';
import { operatorSettings } from '../settings/operator-settings.ts';
import { type Environment, parseSettings } from '../settings/read-settings.ts';
import { isDigestKey, isSealKey } from './database-keys.ts';
import { LocalRunError } from './local-run-error.ts';

/** Settings of the local run itself. */
const serverSettings = {
  PORT: described(
    z.coerce.number({ error: 'must be a port, 0 to 65535' }).int().min(0).max(65_535).default(3000),
    'The port to listen on',
  ),
  HOST: described(
    z.string().optional(),
    'The address to listen on. If others reach it by name, set `BASE_URL` too: other host names are treated as custom domains',
    'loopback',
  ),
  DATA_DIR: described(
    z
      .string()
      .default('.anteroom')
      .transform(folder => resolve(folder)),
    'Where everything is stored',
    '`.anteroom`',
  ),
  TRUST_PROXY: described(
    z.stringbool().default(false),
    "Take the visitor's address from the last entry of `X-Forwarded-For`",
  ),
};

/** Settings of functions that the local run passes on, besides those for operators. */
const functionSettings = {
  BASE_URL: described(
    site.settings.BASE_URL.optional(),
    'The start of every URL the service returns',
    '`http://localhost:$PORT`',
  ),
  DATABASE_URL: described(
    database.settings.DATABASE_URL,
    'Your own Postgres, 15 or later',
    'a Postgres under `DATA_DIR`',
  ),
  DATABASE_POOL_SIZE: described(z.coerce.number().int().min(1).max(50), 'Connections to Postgres, up to 50'),
  DIGEST_KEY: described(
    z.string().refine(isDigestKey, 'must be base64 of at least 32 bytes').optional(),
    'Base64 of at least 32 bytes. Recognizes emails; servers that share a database share it. After a leak: the old key, a comma, a new one',
    'generated, kept in `DATA_DIR`',
  ),
  SEAL_KEY: described(
    z.string().refine(isSealKey, 'must be base64 of 32 bytes').optional(),
    'Base64 of 32 bytes. Encrypts the secrets of integrations; shared like `DIGEST_KEY`',
    'generated, kept in `DATA_DIR`',
  ),
  EMAIL_FROM: described(mail.settings.EMAIL_FROM, 'The sender of emails'),
  TURNSTILE_SITE_KEY: described(
    verifyChallenge.settings.TURNSTILE_SITE_KEY,
    'Site key of the shared [bot challenge](bot-challenge.md). Set both keys',
  ),
  TURNSTILE_SECRET_KEY: described(verifyChallenge.settings.TURNSTILE_SECRET_KEY, 'Its secret key'),
  TURNSTILE_VERIFY_URL: described(
    verifyChallenge.settings.TURNSTILE_VERIFY_URL.unwrap().optional(),
    'Where tokens are verified',
    'a local stand-in',
  ),
  TURNSTILE_SCRIPT_URL: described(
    verifyChallenge.settings.TURNSTILE_SCRIPT_URL.unwrap().optional(),
    "The widget's script",
    'a local stand-in',
  ),
  STRIPE_SECRET_KEY: described(
    payments.settings.STRIPE_SECRET_KEY,
    'A Stripe test key ([payments](payments.md)). Set both',
    'a test checkout',
  ),
  STRIPE_WEBHOOK_SECRET: described(
    z.string().optional(),
    "The webhook endpoint's signing secret",
    'a test checkout',
  ),
  STRIPE_LIVE: described(payments.settings.STRIPE_LIVE, 'Accept live keys instead of test keys'),
  FALLBACK_ORIGIN: described(
    z.string().optional(),
    'Where the CNAME records of custom domains point',
    '`cname.anteroom.test`',
  ),
  ALLOW_LOOPBACK_DATABASES: described(z.stringbool(), 'Let accounts attach databases on this machine'),
  LOG_LEVEL: described(runtime.settings.LOG_LEVEL, '`DEBUG`, `INFO`, `WARN`, `ERROR`, or `SILENT`'),
};

/** Defaults that differ from a deployment's. */
export const LOCAL_DEFAULTS: Environment = {
  DATABASE_POOL_SIZE: '10',
  LOG_LEVEL: 'WARN',
  EMAIL_FROM: 'Anteroom <hello@anteroom.test>',
  ALLOW_LOOPBACK_DATABASES: 'true',
  // No email is really sent, so that tests of any size fit.
  EMAILS_PER_RECIPIENT_PER_DAY: '10000',
  OWN_TEMPLATES_AFTER_HOURS: '0',
  EMAILS_PER_DAY_FREE: '1000000',
  EMAILS_PER_DAY_PRO: '1000000',
};

/** The settings of the local run, without those for operators. */
export const ownSettings = { ...serverSettings, ...functionSettings };

export type LocalSettings = z.output<z.ZodObject<typeof ownSettings>> & {
  /** The variables that functions read, unchanged. */
  readonly variables: Environment;
};

function parse(environment: Environment): LocalSettings {
  try {
    // The cast drops the operators' settings, which are passed on unchanged.
    const settings = parseSettings(
      { ...operatorSettings, ...ownSettings } as typeof ownSettings,
      environment,
    );
    const names = [...Object.keys(functionSettings), ...Object.keys(operatorSettings)];
    return { ...settings, variables: Object.fromEntries(names.map(name => [name, environment[name]])) };
  } catch (error) {
    throw new LocalRunError(error instanceof Error ? error.message : String(error));
  }
}

/** @throws {LocalRunError} naming every invalid setting */
export function readLocalSettings(environment: Environment): LocalSettings {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const settings = parse({ ...LOCAL_DEFAULTS, ...given });
  const pairs = [
    ['TURNSTILE_SITE_KEY', 'TURNSTILE_SECRET_KEY'],
    ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ] as const;
  for (const [one, other] of pairs)
    if ((settings[one] === undefined) !== (settings[other] === undefined))
      throw new LocalRunError(`Invalid settings:\n  set both ${one} and ${other}, or neither`);
  return settings;
}
