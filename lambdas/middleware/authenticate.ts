import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { isWellFormedApiKey } from '../../core/account/api-key.ts';
import { ACCOUNT_RATE, type Authenticator, type Credential } from '../../core/account/authenticator.ts';
import { hashCredential } from '../../core/account/credential-format.ts';
import { ApiError, unauthorized } from '../../core/kernel/errors.ts';
import type { RateLimitState } from '../../core/kernel/rate-limit.ts';
import { isWellFormedAccessToken, looksLikeAccessToken } from '../../core/oauth/tokens.ts';
import { type ApiMiddleware, type ApiRequest, header } from './api-request.ts';
import type { SessionReader } from './session-reader.ts';

const { requests, windowSeconds } = ACCOUNT_RATE;

/** The key or token of a request. If both headers are sent, `Authorization` counts (contract section 2). */
export function readCredential(event: APIGatewayProxyEventV2): string | undefined {
  const authorization = header(event, 'authorization');
  if (authorization !== undefined) {
    const bearer = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
    if (bearer === undefined) throw unauthorized('The Authorization header must be "Bearer <key>"');
    return bearer;
  }
  return header(event, 'x-api-key')?.trim() || undefined;
}

const NEW_TOKEN = 'Use the refresh token to get a new access token, or request authorization again.';

/** The credential, if its form is valid. Costs no query. */
function credentialOf(text: string): Credential {
  const hash = hashCredential(text);
  if (isWellFormedApiKey(text)) return { kind: 'api_key', hash };
  if (isWellFormedAccessToken(text)) return { kind: 'access_token', hash };
  throw looksLikeAccessToken(text)
    ? unauthorized('The access token is malformed', NEW_TOKEN)
    : unauthorized('The API key is malformed');
}

const UNKNOWN = {
  api_key: () => unauthorized('The API key does not exist or was revoked'),
  access_token: () => unauthorized('The access token has expired or was revoked', NEW_TOKEN),
  session: () => unauthorized('You are signed out', 'Sign in again.'),
} as const satisfies Record<Credential['kind'], () => ApiError>;

/** The error for a request over the account's limit; undefined within it. */
export function overLimit(rateLimit: RateLimitState | undefined): ApiError | undefined {
  if (!rateLimit || rateLimit.accepted) return undefined;
  const { resetSeconds } = rateLimit;
  return new ApiError('rate_limited', `More than ${requests} requests in ${windowSeconds} seconds`, {
    headers: { 'retry-after': String(resetSeconds) },
    resolution: `Wait ${resetSeconds} seconds, then send at most ${requests} requests a minute per account.`,
  });
}

function addRateLimitHeaders({ context, response }: ApiRequest): void {
  const { rateLimit } = context.state;
  if (!response || !rateLimit) return;
  response.headers['ratelimit-policy'] = `"account";q=${requests};w=${windowSeconds}`;
  response.headers.ratelimit = `"account";r=${rateLimit.remaining};t=${rateLimit.resetSeconds}`;
}

/**
 * Authenticates the caller and counts the request against the account's rate limit, in one round trip; malformed credentials
 * cost none. Public operations pass.
 * @param readSession - set where people may also call with their browser's session
 */
export function authenticate(authenticator: Authenticator, readSession?: SessionReader): ApiMiddleware {
  return {
    async before({ event, context: { state } }) {
      if (state.operation?.audience === 'anyone') return;
      const text = readCredential(event);
      const credential = text === undefined ? readSession?.(event) : credentialOf(text);
      if (!credential) {
        throw state.operation?.audience === 'people'
          ? unauthorized('You are not signed in', 'Sign in to the dashboard.')
          : unauthorized('An API key is required');
      }
      const recognition = await authenticator.authenticate(credential);
      if (!recognition) throw UNKNOWN[credential.kind]();
      state.caller = recognition.caller;
      state.rateLimit = recognition.rateLimit;
    },
    after: addRateLimitHeaders,
    onError: addRateLimitHeaders,
  };
}

/** Refuses requests over the account's rate limit. */
export const requireRate = (): ApiMiddleware => ({
  before({ context: { state } }) {
    const error = overLimit(state.rateLimit);
    if (error) throw error;
  },
});
