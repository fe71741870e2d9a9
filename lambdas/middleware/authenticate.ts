import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { isWellFormedApiKey } from '../../core/account/api-key.ts';
import { ACCOUNT_RATE, type Authenticator, type Credential } from '../../core/account/authenticator.ts';
import { hashCredential } from '../../core/account/credential-form.ts';
import { ApiError, unauthorized } from '../../core/errors.ts';
import { isWellFormedAccessToken } from '../../core/oauth/tokens.ts';
import type { RateLimitState } from '../../core/rate-limit.ts';
import { type ApiMiddleware, type ApiRequest, header } from './api-request.ts';

const { requests, windowSeconds } = ACCOUNT_RATE;

/** The key or token a request carries. With both headers `Authorization` counts (contract section 2). */
function shownBy(event: APIGatewayProxyEventV2): string {
  const authorization = header(event, 'authorization');
  if (authorization !== undefined) {
    const bearer = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
    if (bearer === undefined) throw unauthorized('The Authorization header must be "Bearer <key>"');
    return bearer;
  }
  const apiKey = header(event, 'x-api-key')?.trim();
  if (!apiKey) throw unauthorized('An API key is required');
  return apiKey;
}

/** What was shown, if its form is that of a key or of a token; neither costs a look at the database. */
function credentialOf(text: string): Credential {
  const hash = hashCredential(text);
  if (isWellFormedApiKey(text)) return { kind: 'api_key', hash };
  if (isWellFormedAccessToken(text)) return { kind: 'access_token', hash };
  throw unauthorized('The API key is malformed');
}

const rateLimited = ({ resetSeconds }: RateLimitState): ApiError =>
  new ApiError('rate_limited', `More than ${requests} requests in ${windowSeconds} seconds`, {
    headers: { 'retry-after': String(resetSeconds) },
    resolution: `Wait ${resetSeconds} s, then go on at no more than ${requests} requests a minute for the account.`,
  });

function addRateLimitHeaders({ context, response }: ApiRequest): void {
  const { rateLimit } = context.state;
  if (!response || !rateLimit) return;
  response.headers['ratelimit-policy'] = `"account";q=${requests};w=${windowSeconds}`;
  response.headers.ratelimit = `"account";r=${rateLimit.remaining};t=${rateLimit.resetSeconds}`;
}

/**
 * Recognises the caller and applies the account's rate limit, both from one round trip. A malformed one costs none.
 * Public operations pass.
 */
export function authenticate(authenticator: Authenticator): ApiMiddleware {
  return {
    async before({ event, context: { state } }) {
      if (state.operation?.scope === null) return;
      const credential = credentialOf(shownBy(event));
      const recognition = await authenticator.authenticate(credential);
      if (!recognition) {
        throw unauthorized(
          credential.kind === 'api_key'
            ? 'The API key does not exist or was revoked'
            : 'The access token has expired or was revoked',
        );
      }
      state.caller = recognition.caller;
      state.rateLimit = recognition.rateLimit;
      if (!recognition.rateLimit.accepted) throw rateLimited(recognition.rateLimit);
    },
    after: addRateLimitHeaders,
    onError: addRateLimitHeaders,
  };
}
