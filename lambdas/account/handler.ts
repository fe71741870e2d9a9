import { listRouteKeys } from '#api-description';
import type { Environment } from '../../settings/functions.ts';
import { createGroupHandler } from '../http/group-handler.ts';
import type { HttpHandler } from '../http/http-handler.ts';
import { accountGroup } from './group.ts';
import { createUnroutedHandler } from './unrouted.ts';

/** The account group, and whatever no route takes. */
export function createHandler(environment: Environment): HttpHandler {
  const operations = createGroupHandler(accountGroup, environment);
  const unrouted = createUnroutedHandler(environment, listRouteKeys);
  return (event, context) => (event.routeKey === '$default' ? unrouted : operations)(event, context);
}
