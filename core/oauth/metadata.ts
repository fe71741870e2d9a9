import { SERVICE_NAME } from '../kernel/identity.ts';
import { ALL_SCOPES } from '../kernel/scopes.ts';
import type { Site } from '../kernel/site.ts';
import { agentUrl, OAUTH_PATHS } from './addresses.ts';

/** Client authentication at the token endpoint. */
export const CLIENT_AUTHENTICATION = ['none', 'client_secret_basic', 'client_secret_post'] as const;

export const GRANT_TYPES = ['authorization_code', 'refresh_token'] as const;

/** The discovery document (RFC 8414). Our own, because the library's describes OpenID Connect. */
export const authorizationServerMetadata = (site: Site) => ({
  issuer: site.baseUrl,
  authorization_endpoint: `${site.baseUrl}${OAUTH_PATHS.authorize}`,
  token_endpoint: `${site.baseUrl}${OAUTH_PATHS.token}`,
  registration_endpoint: `${site.baseUrl}${OAUTH_PATHS.register}`,
  revocation_endpoint: `${site.baseUrl}${OAUTH_PATHS.revoke}`,
  scopes_supported: ALL_SCOPES,
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  grant_types_supported: GRANT_TYPES,
  token_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
  revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
  service_documentation: `${site.baseUrl}/docs`,
});

/** Metadata of the agents' endpoint (RFC 9728). */
export const protectedResourceMetadata = (site: Site) => ({
  resource: agentUrl(site),
  resource_name: SERVICE_NAME,
  authorization_servers: [site.baseUrl],
  scopes_supported: ALL_SCOPES,
  bearer_methods_supported: ['header'],
  resource_documentation: `${site.baseUrl}/docs`,
});
