import { describeOpenApi, type OpenApiDocument } from './api-description/openapi.ts';
import type { PublicEndpoint } from './api-description/public-endpoint.ts';
import type { Site } from './kernel/site.ts';
import { authorizationServerMetadata } from './oauth/metadata.ts';
import { embedEndpoint } from './pages/embed-endpoint.ts';
import { placeEndpoints } from './place-pages/public-endpoints.ts';
import { apiOperations } from './registry.ts';
import { joinEndpoint } from './signups/public-endpoints.ts';
import { describedEvents } from './webhooks/event-types.ts';

/** What visitors call. */
export const publicEndpoints: readonly PublicEndpoint[] = [joinEndpoint, ...placeEndpoints, embedEndpoint];

/** The OpenAPI description of everything that is public. */
export function describeApi(site: Site): OpenApiDocument {
  const { authorization_endpoint: authorizationUrl, token_endpoint: tokenUrl } =
    authorizationServerMetadata(site);
  return describeOpenApi(
    {
      operations: apiOperations,
      endpoints: publicEndpoints,
      events: describedEvents(),
      oauth: { authorizationUrl, tokenUrl },
    },
    site,
  );
}
