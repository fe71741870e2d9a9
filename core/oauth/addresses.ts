import type { Site } from '../kernel/site.ts';

/** Paths of the authorization server (specification section 5.5, plus our own consent page). */
export const OAUTH_PATHS = {
  authorize: '/api/auth/mcp/authorize',
  token: '/api/auth/mcp/token',
  register: '/api/auth/mcp/register',
  revoke: '/api/auth/mcp/revoke',
  consent: '/api/auth/mcp/consent',
} as const;

/** The agents' endpoint, the resource of access tokens. */
export const AGENT_PATH = '/api/mcp/mcp';

export const AUTHORIZATION_SERVER_PATH = '/.well-known/oauth-authorization-server';
export const PROTECTED_RESOURCE_PATH = '/.well-known/oauth-protected-resource';

export const agentUrl = (site: Site): string => `${site.baseUrl}${AGENT_PATH}`;

/** Tells a refused agent where to sign in. */
export const resourceMetadataUrl = (site: Site): string =>
  `${site.baseUrl}${PROTECTED_RESOURCE_PATH}${AGENT_PATH}`;

/**
 * Resolves a resource indicator (RFC 8707). A token is valid for the whole service, whether the client
 * named the agents' endpoint or the service itself, with or without a trailing slash or a query.
 * @returns the name under which it is stored; undefined for a foreign resource
 */
export function ownResource(site: Site, indicator: string): string | undefined {
  // A fragment stays, and is refused (RFC 8707, 2).
  const href = URL.parse(indicator)
    ?.href.replace(/\?[^#]*$/, '')
    .replace(/\/$/, '');
  return href === site.baseUrl || href === agentUrl(site) ? agentUrl(site) : undefined;
}
