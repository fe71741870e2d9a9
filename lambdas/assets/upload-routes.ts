import { assetOperations } from '../../core/assets/operations.ts';
import { routeKey } from '../../core/kernel/create-registry.ts';

/** Upload routes in API Gateway's format. Separate from the other routes, to avoid importing the registry. */
export const uploadRouteKeys: readonly string[] = assetOperations
  .filter(operation => operation.upload !== undefined)
  .map(routeKey);
