import type { Logger } from '@aws-lambda-powertools/logger';
import type { Pool } from 'pg';
import type * as z from 'zod';
import { createAuthenticator } from '../../adapters/postgres/authenticator.ts';
import { connectDatabase } from '../../adapters/postgres/pool.ts';
import type { Group, Operation } from '../../core/kernel/operation.ts';
import { siteFrom } from '../../core/kernel/site.ts';
import { ApiSettings, type Environment, readSettings } from '../../settings/functions.ts';
import { createApiHandler } from '../middleware/api-handler.ts';
import { createLogger } from '../services/logger.ts';
import type { HttpHandler } from './http-handler.ts';

/** The settings of an API function: those of all, and its own. */
export type GroupSettings<Own extends z.ZodRawShape> = z.output<z.ZodObject<typeof ApiSettings & Own>>;

/**
 * A group of endpoints: its operations, and what they work with. It is a function of its own for REST, and one part of
 * the function that serves agents.
 */
export interface EndpointGroup<Services = unknown, Own extends z.ZodRawShape = z.ZodRawShape> {
  readonly name: Group;
  readonly operations: readonly Operation<Services>[];
  /** The settings it has beyond those of all API functions. */
  readonly settings: Own;
  createServices(pool: Pool, settings: GroupSettings<Own>, logger: Logger): Services;
}

/** Defines a group, so that what its services are made of is checked against its settings. */
export const defineGroup = <Services, Own extends z.ZodRawShape>(
  group: EndpointGroup<Services, Own>,
): EndpointGroup<Services, Own> => group;

/** The function of a group: settings, database, key look-up, site and logs, which all have in common. */
export function createGroupHandler<Services, Own extends z.ZodRawShape>(
  group: EndpointGroup<Services, Own>,
  environment: Environment,
): HttpHandler {
  const shape = { ...ApiSettings, ...group.settings } as typeof ApiSettings & Own;
  const settings: GroupSettings<Own> = readSettings(shape, environment);
  const common = settings as GroupSettings<Record<never, never>>;
  const pool = connectDatabase(common);
  const logger = createLogger(group.name, common);
  return createApiHandler({
    operations: group.operations,
    services: group.createServices(pool, settings, logger),
    site: siteFrom(common),
    authenticator: createAuthenticator(pool),
    logger,
    originSecret: common.ORIGIN_SECRET,
  });
}
