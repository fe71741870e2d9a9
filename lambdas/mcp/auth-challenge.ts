import { InsufficientScopeError } from '../../core/kernel/errors.ts';
import type { Caller, Operation } from '../../core/kernel/operation.ts';
import type { Scope } from '../../core/kernel/scopes.ts';
import type { Site } from '../../core/kernel/site.ts';
import { resourceMetadataUrl } from '../../core/oauth/addresses.ts';
import { type ApiMiddleware, header } from '../middleware/api-request.ts';

/** `WWW-Authenticate` for an agent without a valid credential: where to sign in (RFC 9728). */
export const signInChallenge = (site: Site, isRefused: boolean): string =>
  `Bearer ${isRefused ? 'error="invalid_token", ' : ''}resource_metadata="${resourceMetadataUrl(site)}"`;

/**
 * `WWW-Authenticate` for a missing scope. Lists the granted scopes too, because clients request exactly
 * what it lists.
 */
export const scopeChallenge = (site: Site, required: Scope, granted: readonly Scope[]): string =>
  `Bearer error="insufficient_scope", scope="${[...granted, required].join(' ')}", resource_metadata="${resourceMetadataUrl(site)}"`;

/** Adds the header that tells unauthenticated agents where to sign in. */
export function addAuthChallenge(site: Site): ApiMiddleware {
  return {
    onError({ event, response }) {
      if (response?.statusCode !== 401) return;
      const showedOne =
        header(event, 'authorization') !== undefined || header(event, 'x-api-key') !== undefined;
      response.headers['www-authenticate'] = signInChallenge(site, showedOne);
    },
  };
}

/** The tool a message calls; undefined for other messages. */
function calledTool(message: unknown): string | undefined {
  const { method, params } = message as { method?: unknown; params?: { name?: unknown } };
  const name = method === 'tools/call' ? params?.name : undefined;
  return typeof name === 'string' ? name : undefined;
}

/**
 * Refuses a tool beyond an access token's scopes with a challenge, so that the client can ask the user for
 * more (contract section 7). API keys get a tool error instead.
 * @throws {InsufficientScopeError}
 */
export function requireToolScope(
  site: Site,
  message: unknown,
  operations: ReadonlyMap<string, Operation>,
  caller: Caller,
): void {
  if (caller.key.kind !== 'access_token') return;
  const scope = operations.get(calledTool(message) ?? '')?.scope ?? null;
  if (scope === null || caller.key.scopes.includes(scope)) return;
  throw new InsufficientScopeError(scope, caller.key, {
    'www-authenticate': scopeChallenge(site, scope, caller.key.scopes),
  });
}
