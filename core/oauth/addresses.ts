import type { Site } from '../kernel/site.ts';

/** Where the authorization server answers (specification section 5.5); what it does not name stands beside it. */
export const OAUTH_PATHS = {
  authorize: '/api/auth/mcp/authorize',
  token: '/api/auth/mcp/token',
  register: '/api/auth/mcp/register',
  revoke: '/api/auth/mcp/revoke',
  consent: '/api/auth/mcp/consent',
} as const;

/** The endpoint of agents, which is what access tokens are for. */
export const AGENT_PATH = '/api/mcp/mcp';

export const AUTHORIZATION_SERVER_PATH = '/.well-known/oauth-authorization-server';
export const PROTECTED_RESOURCE_PATH = '/.well-known/oauth-protected-resource';

export const agentUrl = (site: Site): string => `${site.baseUrl}${AGENT_PATH}`;

/** Where an agent that was refused learns how to sign in. */
export const resourceMetadataUrl = (site: Site): string =>
  `${site.baseUrl}${PROTECTED_RESOURCE_PATH}${AGENT_PATH}`;

/**
 * What a resource indicator (RFC 8707) stands for. A token is for the whole service whichever of its names was given: the
 * agents' endpoint, or the service itself, either with a slash at its end.
 * @returns the one name under which it is kept; undefined for what is somebody else's
 */
export function ownResource(site: Site, indicator: string): string | undefined {
  const href = URL.parse(indicator)?.href.replace(/\/$/, '');
  return href === site.baseUrl || href === agentUrl(site) ? agentUrl(site) : undefined;
}
