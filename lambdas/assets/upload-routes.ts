import { assetOperations } from '../../core/assets/operations.ts';
import { routeKey } from '../../core/kernel/create-registry.ts';

/** Where files are uploaded, in the words of API Gateway. Apart from the other routes, which know every operation. */
export const uploadRouteKeys: readonly string[] = assetOperations
  .filter(operation => operation.upload !== undefined)
  .map(routeKey);
