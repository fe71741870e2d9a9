import { ALL_SCOPES, isScope, type Scope } from '../kernel/scopes.ts';
import type { Site } from '../kernel/site.ts';
import { agentUrl, ownResource } from './addresses.ts';

/** What an authorization request may say; the rest belongs to OpenID Connect, and would be an error to the library. */
const KNOWN = [
  'client_id',
  'code_challenge',
  'code_challenge_method',
  'prompt',
  'redirect_uri',
  'request',
  'request_uri',
  'resource',
  'response_mode',
  'response_type',
  'scope',
  'state',
] as const;

/** Scopes of OpenID Connect, which clients ask for by habit. They mean nothing here. */
const OF_OPENID = new Set(['openid', 'profile', 'email', 'offline_access']);

/** The scopes of ours among those that were asked for. */
export const ownScopes = (scope: string | undefined): Scope[] =>
  [...new Set((scope ?? '').split(' '))].filter(isScope);

/**
 * The scopes of a request: those of ours that it names. One that names none gets all, because clients leave the choice to
 * the consent page; one that names only what nobody knows keeps that, to be told.
 */
function scopeOf(scope: string | null): string {
  const asked = (scope ?? '').split(' ').filter(each => each !== '' && !OF_OPENID.has(each));
  if (asked.length === 0) return ALL_SCOPES.join(' ');
  const own = ownScopes(asked.join(' '));
  return (own.length > 0 ? own : asked).join(' ');
}

/** Each resource by the one name under which it is kept; a foreign one stays, and is refused as a foreign one. */
function setResource(site: Site, parameters: URLSearchParams, standard: string | null): void {
  const asked = parameters.getAll('resource').map(indicator => ownResource(site, indicator) ?? indicator);
  parameters.delete('resource');
  if (asked.length === 0 && standard !== null) asked.push(standard);
  for (const resource of new Set(asked)) parameters.append('resource', resource);
}

/** An authorization request with what clients leave out filled in. */
export function completeAuthorization(site: Site, query: string): URLSearchParams {
  const sent = new URLSearchParams(query);
  const parameters = new URLSearchParams();
  for (const name of KNOWN) for (const value of sent.getAll(name)) parameters.append(name, value);
  if (parameters.getAll('scope').length < 2) parameters.set('scope', scopeOf(parameters.get('scope')));
  setResource(site, parameters, agentUrl(site));
  return parameters;
}

/** A token request with its resource by the one name under which it is kept. */
export function completeTokenRequest(site: Site, body: string): URLSearchParams {
  const parameters = new URLSearchParams(body);
  setResource(site, parameters, null);
  const scope = parameters.get('scope');
  if (scope !== null) {
    const own = scope.split(' ').filter(each => each !== '' && !OF_OPENID.has(each));
    if (own.length > 0) parameters.set('scope', own.join(' '));
    else parameters.delete('scope');
  }
  return parameters;
}
