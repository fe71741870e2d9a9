import type { Environment } from '../../settings/read-settings.ts';
import { API_NEEDS, createGroupHandler } from '../http/group-handler.ts';
import type { HttpHandler } from '../http/http-handler.ts';
import { listRouteKeys } from './api-description.ts';
import { group } from './group.ts';
import { createUnroutedHandler } from './unrouted.ts';

export const needs = [...API_NEEDS, ...group.needs];

/** The account group, and everything that no route matches. */
export function createHandler(environment: Environment): HttpHandler {
  const operations = createGroupHandler(group, environment);
  const unrouted = createUnroutedHandler(environment, listRouteKeys);
  return (event, context) => (event.routeKey === '$default' ? unrouted : operations)(event, context);
}
