import { ALL_SCOPES, isScope, type Scope } from '../kernel/scopes.ts';
import type { Site } from '../kernel/site.ts';
import { agentUrl, ownResource } from './addresses.ts';

/** Known parameters. The rest belongs to OpenID Connect, and the library would reject it. */
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

/** OpenID Connect scopes, which clients request out of habit. They have no meaning here. */
const OF_OPENID = new Set(['openid', 'profile', 'email', 'offline_access']);

/** Our scopes among the requested ones. */
export const ownScopes = (scope: string | undefined): Scope[] =>
  [...new Set((scope ?? '').split(' '))].filter(isScope);

/**
 * The scopes to grant. None requested means all, which the consent page lets people reduce. Only unknown
 * ones are kept, so that the request is refused.
 */
function scopeOf(scope: string | null): string {
  const asked = (scope ?? '').split(' ').filter(each => each !== '' && !OF_OPENID.has(each));
  if (asked.length === 0) return ALL_SCOPES.join(' ');
  const own = ownScopes(asked.join(' '));
  return (own.length > 0 ? own : asked).join(' ');
}

/** Normalizes resources. Foreign ones stay, and are refused. */
function setResource(site: Site, parameters: URLSearchParams, standard: string | null): void {
  const asked = parameters.getAll('resource').map(indicator => ownResource(site, indicator) ?? indicator);
  parameters.delete('resource');
  if (asked.length === 0 && standard !== null) asked.push(standard);
  for (const resource of new Set(asked)) parameters.append('resource', resource);
}

/** Fills in what clients leave out of an authorization request. */
export function completeAuthorization(site: Site, query: string): URLSearchParams {
  const sent = new URLSearchParams(query);
  const parameters = new URLSearchParams();
  for (const name of KNOWN) for (const value of sent.getAll(name)) parameters.append(name, value);
  if (parameters.getAll('scope').length < 2) parameters.set('scope', scopeOf(parameters.get('scope')));
  setResource(site, parameters, agentUrl(site));
  return parameters;
}

/** The fault of an authorization request that the library would mishandle, or null. */
export function requestProblem(parameters: URLSearchParams): string | null {
  // Our metadata offers no other mode. The library would post the response with a script of its own.
  if (parameters.getAll('response_mode').some(mode => mode !== 'query')) return 'response_mode must be query';
  // Postgres cannot store it.
  if ([...parameters.values()].some(value => value.includes('\0'))) return 'a parameter has a NUL character';
  return null;
}

/** A parameter that is sent more than once (RFC 6749, 3.2); only `resource` may be (RFC 8707, 2). Null if there is none. */
export function repeatedParameter(parameters: URLSearchParams): string | null {
  const names = [...parameters.keys()].filter(name => name !== 'resource');
  return names.find((name, index) => names.indexOf(name) !== index) ?? null;
}

/** Normalizes the resource of a token request. */
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
