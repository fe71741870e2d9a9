import { listRouteKeys } from '#api-description';
import { createGroupHandler } from '../group-handler.ts';
import type { HttpHandler } from '../http-handler.ts';
import type { Environment } from '../settings.ts';
import { accountGroup } from './group.ts';
import { createUnroutedHandler } from './unrouted.ts';

/** The account group, and whatever no route takes. */
export function createHandler(environment: Environment): HttpHandler {
  const operations = createGroupHandler(accountGroup, environment);
  const unrouted = createUnroutedHandler(environment, listRouteKeys);
  return (event, context) => (event.routeKey === '$default' ? unrouted : operations)(event, context);
}
