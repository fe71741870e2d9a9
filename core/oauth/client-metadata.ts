import { isBlank } from '../kernel/blank.ts';
import type { Site } from '../kernel/site.ts';
import { CLIENT_AUTHENTICATION, GRANT_TYPES } from './metadata.ts';
import { isOnOwnMachine, redirectUriProblem } from './redirect-uri.ts';

const MOST_REDIRECTS = 20;
const LONGEST_NAME = 80;

/** Why a client is not registered, with a code of RFC 7591. */
export class ClientMetadataError extends Error {
  override readonly name = 'ClientMetadataError';
  readonly code: 'invalid_redirect_uri' | 'invalid_client_metadata';

  constructor(code: ClientMetadataError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** The stored members of a client. Others are ignored, as RFC 7591 allows. */
export interface ClientMetadata {
  readonly client_name: string;
  readonly redirect_uris: readonly string[];
  readonly application_type: 'native' | 'web';
  readonly token_endpoint_auth_method: string;
  readonly grant_types: readonly string[];
  readonly response_types: readonly ['code'];
}

/** A name on one line, without characters that reverse or hide the text around them. */
function cleanName(name: unknown, redirectUri: string): string {
  const text = typeof name === 'string' ? name.toWellFormed() : '';
  const plain = text
    .replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(/\s+/gu, ' ')
    .trim();
  if (isBlank(plain)) return isOnOwnMachine(redirectUri) ? 'Unnamed app' : new URL(redirectUri).host;
  return [...plain].slice(0, LONGEST_NAME).join('');
}

function redirectUris(site: Site, list: unknown): [string, ...string[]] {
  if (!Array.isArray(list) || list.length === 0 || list.length > MOST_REDIRECTS) {
    throw new ClientMetadataError(
      'invalid_redirect_uri',
      `redirect_uris must be a list of 1 to ${MOST_REDIRECTS} urls`,
    );
  }
  list.forEach((uri, index) => {
    const problem = redirectUriProblem(uri, new URL(site.baseUrl).origin);
    if (problem) throw new ClientMetadataError('invalid_redirect_uri', `redirect_uris[${index}] ${problem}`);
  });
  return list as [string, ...string[]];
}

/**
 * Reads the metadata of a client. Clients omit what they should say, so the application type is inferred from the
 * redirect URIs, and every client that does not opt out may use refresh tokens.
 * @throws {ClientMetadataError}
 */
export function readClientMetadata(site: Site, body: unknown): ClientMetadata {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ClientMetadataError('invalid_client_metadata', 'The body must be a JSON object');
  }
  const said = body as Record<string, unknown>;
  const uris = redirectUris(site, said.redirect_uris);
  const method = said.token_endpoint_auth_method ?? 'client_secret_basic';
  if (!(CLIENT_AUTHENTICATION as readonly unknown[]).includes(method)) {
    throw new ClientMetadataError(
      'invalid_client_metadata',
      `token_endpoint_auth_method must be one of ${CLIENT_AUTHENTICATION.join(', ')}`,
    );
  }
  const grants = Array.isArray(said.grant_types) ? said.grant_types : GRANT_TYPES;
  const responses = Array.isArray(said.response_types) ? said.response_types : ['code'];
  if (!grants.includes('authorization_code') || !responses.includes('code')) {
    throw new ClientMetadataError(
      'invalid_client_metadata',
      'grant_types must include authorization_code, and response_types must include code',
    );
  }
  return {
    client_name: cleanName(said.client_name, uris[0]),
    redirect_uris: uris,
    application_type: uris.some(isOnOwnMachine) ? 'native' : 'web',
    token_endpoint_auth_method: method as string,
    grant_types: GRANT_TYPES.filter(type => grants.includes(type)),
    response_types: ['code'],
  };
}
