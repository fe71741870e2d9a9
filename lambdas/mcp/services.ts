import type { Logger } from '@aws-lambda-powertools/logger';
import type { Pool } from 'pg';
import type * as z from 'zod';
import type { Group } from '../../core/kernel/operation.ts';
import { AgentSettings, ApiSettings } from '../../settings/functions.ts';
import { endpointGroups } from './endpoint-groups.ts';

const own = { ...ApiSettings, ...AgentSettings };

/** What serving agents needs: the settings of every group, and whose pages may call. */
export const McpSettings: typeof own = Object.assign(
  {},
  ...Object.values(endpointGroups).map(group => group.settings),
  own,
);

/** The services of all operations that are tools, by group. */
export const createAllServices = (
  pool: Pool,
  settings: z.output<z.ZodObject<typeof own>>,
  logger: Logger,
): Partial<Record<Group, unknown>> =>
  Object.fromEntries(
    Object.values(endpointGroups).map(group => [group.name, group.createServices(pool, settings, logger)]),
  );
