import type { Logger } from '@aws-lambda-powertools/logger';
import type { Pool } from 'pg';
import { createAuthenticator } from '../../adapters/postgres/kernel/authenticator.ts';
import { connectDatabase } from '../../adapters/postgres/kernel/pool.ts';
import type { Operation } from '../../core/kernel/operation.ts';
import { database, digestKey, edge, runtime, site } from '../../settings/needs.ts';
import {
  type Environment,
  type Need,
  readSettings,
  type Settings,
  type SettingsOf,
} from '../../settings/read-settings.ts';
import { createApiHandler } from '../middleware/api-handler.ts';
import { createIdempotency } from '../services/idempotency.ts';
import { createLogger } from '../services/logger.ts';
import { siteFrom } from '../services/site.ts';
import type { HttpHandler } from './http-handler.ts';

/** The settings that every function of the API needs. */
export const API_NEEDS = [runtime, database, edge, site] as const;

type ApiSettings = SettingsOf<typeof API_NEEDS>;

/**
 * An endpoint group: its operations and their services. It is one function for REST, and part of the function for agents.
 */
export interface EndpointGroup<Services = unknown, Needs extends readonly Need[] = readonly Need[]> {
  readonly name: string;
  readonly operations: readonly Operation<Services>[];
  /** Its settings beyond {@link API_NEEDS}. */
  readonly needs: Needs;
  createServices(pool: Pool, settings: ApiSettings & SettingsOf<Needs>, logger: Logger): Services;
}

/** Defines a group, so that its services are type-checked against its needs. */
export const defineGroup = <Services, const Needs extends readonly Need[]>(
  group: EndpointGroup<Services, Needs>,
): EndpointGroup<Services, Needs> => group;

const answersPosts = ({ operations }: EndpointGroup): boolean =>
  operations.some(({ method }) => method === 'POST');

/** Everything that the function of a group needs. Answers of POSTs are kept sealed. */
export const needsOf = (group: EndpointGroup): readonly Need[] => [
  ...new Set([...API_NEEDS, ...(answersPosts(group) ? [digestKey] : []), ...group.needs]),
];

/** The function of a group. */
export function createGroupHandler(group: EndpointGroup, environment: Environment): HttpHandler {
  const settings = readSettings(needsOf(group), environment) as ApiSettings & Settings<typeof digestKey>;
  const pool = connectDatabase(settings);
  const logger = createLogger(group.name, settings);
  return createApiHandler({
    operations: group.operations,
    services: group.createServices(pool, settings, logger),
    site: siteFrom(settings),
    authenticator: createAuthenticator(pool),
    idempotency: answersPosts(group) ? createIdempotency(pool, settings) : undefined,
    logger,
    originSecret: settings.ORIGIN_SECRET,
  });
}
