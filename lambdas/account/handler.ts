import { createUsageStore } from '../../adapters/postgres/usage-store.ts';
import { accountOperations } from '../../core/account/operations.ts';
import { registry } from '../../core/registry.ts';
import { createGroupHandler } from '../group-handler.ts';
import type { HttpHandler } from '../http-handler.ts';
import { routes } from '../routes.ts';
import type { Environment } from '../settings.ts';
import { createUnroutedHandler } from './unrouted.ts';

/** The account group, and whatever no route takes. */
export function createHandler(environment: Environment): HttpHandler {
  const operations = createGroupHandler('account', environment, accountOperations, pool => ({
    usage: createUsageStore(pool),
    operations: registry,
  }));
  const unrouted = createUnroutedHandler(environment, routes);
  return (event, context) => (event.routeKey === '$default' ? unrouted : operations)(event, context);
}
