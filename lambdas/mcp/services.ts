import type { Logger } from '@aws-lambda-powertools/logger';
import type { Pool } from 'pg';
import type * as z from 'zod';
import { GROUPS, type Group } from '../../core/operation.ts';
import { endpointGroups } from '../endpoint-groups.ts';
import { AgentSettings, ApiSettings } from '../settings.ts';

const own = { ...ApiSettings, ...AgentSettings };

/** What serving agents needs: the settings of every group, and whose pages may call. */
export const McpSettings: typeof own = Object.assign(
  {},
  ...GROUPS.map(group => endpointGroups[group].settings),
  own,
);

/** The services of all operations, by group. */
export const createAllServices = (
  pool: Pool,
  settings: z.output<z.ZodObject<typeof own>>,
  logger: Logger,
): Record<Group, unknown> =>
  Object.fromEntries(
    GROUPS.map(group => [group, endpointGroups[group].createServices(pool, settings, logger)]),
  ) as Record<Group, unknown>;
