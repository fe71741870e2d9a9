import type { Endpoint } from '../../core/account/services.ts';
import { apiOperations } from '../../core/registry.ts';
import { uploadRouteKeys } from '../assets/upload-routes.ts';
import { downloadRouteKeys, routes } from '../http/routes.ts';

export { describeApi } from '../../core/describe-api.ts';

// Everything that needs the whole registry, as functions, so that it loads on first use (ADR 9).

/** Every public operation, for the index. */
export const listEndpoints = (): Endpoint[] =>
  apiOperations.map(({ method, path, scope, summary }) => ({ method, path, scope, summary }));

/** Every route, in API Gateway's format. */
export const listRouteKeys = (): string[] => [
  ...routes.map(({ routeKey }) => routeKey),
  ...uploadRouteKeys,
  ...downloadRouteKeys,
];
