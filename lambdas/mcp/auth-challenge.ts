import { InsufficientScopeError } from '../../core/kernel/errors.ts';
import type { Caller, Operation } from '../../core/kernel/operation.ts';
import type { Site } from '../../core/kernel/site.ts';
import { scopeChallenge, signInChallenge } from '../../core/oauth/challenge.ts';
import { type ApiMiddleware, header } from '../middleware/api-request.ts';

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
