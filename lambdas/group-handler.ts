import type { Pool } from 'pg';
import { createAuthenticator } from '../adapters/postgres/authenticator.ts';
import { connectDatabase } from '../adapters/postgres/pool.ts';
import type { Group, Operation } from '../core/operation.ts';
import { siteFrom } from '../core/site.ts';
import type { HttpHandler } from './http-handler.ts';
import { createLogger } from './logger.ts';
import { createApiHandler } from './middleware/api-handler.ts';
import { ApiSettings, type Environment, readSettings } from './settings.ts';

/** What the functions of the API have in common: settings, database, key look-up, site and logs. */
export function createGroupHandler<Services>(
  group: Group,
  environment: Environment,
  operations: readonly Operation<Services>[],
  createServices: (pool: Pool) => Services,
): HttpHandler {
  const settings = readSettings(ApiSettings, environment);
  const pool = connectDatabase(settings);
  return createApiHandler({
    operations,
    services: createServices(pool),
    site: siteFrom(settings),
    authenticator: createAuthenticator(pool),
    logger: createLogger(group, settings),
    originSecret: settings.ORIGIN_SECRET,
  });
}
