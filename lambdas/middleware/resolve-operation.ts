import { routeKey } from '../../core/kernel/create-registry.ts';
import type { Operation } from '../../core/kernel/operation.ts';
import type { ApiMiddleware } from './api-request.ts';

/** Finds the operation of the route. */
export function resolveOperation(operations: readonly Operation[]): ApiMiddleware {
  const byRoute = new Map(operations.map(operation => [routeKey(operation), operation]));
  return {
    before({ event, context }) {
      const operation = byRoute.get(event.routeKey);
      // Routes and functions come from one registry, so this is our mistake.
      if (!operation) throw new Error('The function does not handle this route');
      context.state.operation = operation;
    },
  };
}
