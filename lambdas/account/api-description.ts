import type { Endpoint } from '../../core/account/services.ts';
import { describeOpenApi, type OpenApiDocument } from '../../core/api-description/openapi.ts';
import type { Site } from '../../core/kernel/site.ts';
import { apiOperations } from '../../core/registry.ts';
import { uploadRouteKeys } from '../assets/upload-routes.ts';
import { downloadRouteKeys, routes } from '../http/routes.ts';

// Everything that needs the whole registry, as functions, so that it loads on first use (ADR 9).

/** Every public operation, for the index. */
export const listEndpoints = (): Endpoint[] =>
  apiOperations.map(({ method, path, scope, summary }) => ({ method, path, scope, summary }));

export const describeApi = (site: Site): OpenApiDocument => describeOpenApi(apiOperations, site);

/** Every route, in API Gateway's format. */
export const listRouteKeys = (): string[] => [
  ...routes.map(({ routeKey }) => routeKey),
  ...uploadRouteKeys,
  ...downloadRouteKeys,
];
