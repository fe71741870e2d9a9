import { InsufficientScopeError } from '../../core/kernel/errors.ts';
import type { Caller } from '../../core/kernel/operation.ts';
import type { Site } from '../../core/kernel/site.ts';
import { resourceMetadataUrl } from '../../core/oauth/addresses.ts';
import { type ApiMiddleware, header } from './api-request.ts';

/** `WWW-Authenticate` for a caller without a valid credential: where to sign in (RFC 9728). */
export const signInChallenge = (site: Site, isRefused: boolean): string =>
  `Bearer ${isRefused ? 'error="invalid_token", ' : ''}resource_metadata="${resourceMetadataUrl(site)}"`;

/**
 * `WWW-Authenticate` for a missing scope. Lists the granted scopes too, because clients request exactly
 * what it lists. Where asking changed nothing it has no `error`: clients of the SDK then show the body, which
 * names the scope, instead of asking again.
 */
export function scopeChallenge(
  site: Site,
  { message, requiredScope, askedInVain }: InsufficientScopeError,
  { scopes: granted }: Pick<Caller['key'], 'scopes'>,
): string {
  const error = askedInVain ? '' : `error="insufficient_scope", error_description="${message}", `;
  return `Bearer ${error}scope="${[...granted, requiredScope].join(' ')}", resource_metadata="${resourceMetadataUrl(site)}"`;
}

/** Tells callers without a valid credential where to sign in, and tokens without a scope what to ask for (RFC 6750, 3). */
export function addAuthChallenge(site: Site): ApiMiddleware {
  return {
    onError({ event, error, response, context }) {
      if (!response) return;
      const key = context.state.caller?.key;
      if (response.statusCode === 401) {
        const showedOne =
          header(event, 'authorization') !== undefined || header(event, 'x-api-key') !== undefined;
        response.headers['www-authenticate'] = signInChallenge(site, showedOne);
      } else if (error instanceof InsufficientScopeError && key?.kind === 'access_token') {
        response.headers['www-authenticate'] = scopeChallenge(site, error, key);
      }
    },
  };
}
