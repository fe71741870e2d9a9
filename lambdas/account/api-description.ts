import type { Endpoint } from '../../core/account/services.ts';
import { describeOpenApi, type OpenApiDocument } from '../../core/kernel/openapi.ts';
import type { Site } from '../../core/kernel/site.ts';
import { apiOperations } from '../../core/registry.ts';
import { uploadRouteKeys } from '../assets/upload-routes.ts';
import { downloadRouteKeys, routes } from '../http/routes.ts';

// What takes every operation there is. Functions, so that it can be loaded when one is first called (ADR 9).

/** Every operation that is described to the world, as the index lists it. */
export const listEndpoints = (): Endpoint[] =>
  apiOperations.map(({ method, path, scope, summary }) => ({ method, path, scope, summary }));

export const describeApi = (site: Site): OpenApiDocument => describeOpenApi(apiOperations, site);

/** Every route of the service, in the words of API Gateway. */
export const listRouteKeys = (): string[] => [
  ...routes.map(({ routeKey }) => routeKey),
  ...uploadRouteKeys,
  ...downloadRouteKeys,
];
