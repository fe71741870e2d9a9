import type { Logger } from '@aws-lambda-powertools/logger';
import type { Pool } from 'pg';
import type { Operation } from '../../core/kernel/operation.ts';
import { agentOrigins, digestKey } from '../../settings/needs.ts';
import { type Environment, type Need, readSettings, type SettingsOf } from '../../settings/read-settings.ts';
import { groups } from '../groups.ts';
import { API_NEEDS } from '../http/group-handler.ts';

/** Everything that the groups need. */
export const needs: readonly Need[] = [
  ...new Set([...API_NEEDS, agentOrigins, digestKey, ...groups.flatMap(group => group.needs)]),
];

type McpSettings = SettingsOf<[...typeof API_NEEDS, typeof agentOrigins, typeof digestKey]>;

export const readMcpSettings = (environment: Environment): McpSettings =>
  readSettings(needs, environment) as McpSettings;

/**
 * The services of operations, by group.
 * @throws {Error} if an operation belongs to none of the groups
 */
export function createAllServices(
  operations: Iterable<Operation>,
  pool: Pool,
  settings: McpSettings,
  logger: Logger,
): ReadonlyMap<string, unknown> {
  const services = new Map(
    groups.map(group => [group.name, group.createServices(pool, settings, logger)] as const),
  );
  for (const { name, group } of operations)
    if (!services.has(group))
      throw new Error(`${name} is in the group ${group}, which lambdas/groups.ts does not list`);
  return services;
}
