import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { hashApiKey, isWellFormedApiKey } from '../../core/account/api-key.ts';
import { ACCOUNT_RATE, type Authenticator } from '../../core/account/authenticator.ts';
import { ApiError, unauthorized } from '../../core/errors.ts';
import type { RateLimitState } from '../../core/rate-limit.ts';
import { type ApiMiddleware, type ApiRequest, header } from './api-request.ts';

const { requests, windowSeconds } = ACCOUNT_RATE;

/** The key a request carries. With both headers `Authorization` counts (contract section 2). */
function credential(event: APIGatewayProxyEventV2): string {
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
 * Recognises the caller and applies the account's rate limit, both from one round trip. A malformed key costs none.
 * Public operations pass.
 */
export function authenticate(authenticator: Authenticator): ApiMiddleware {
  return {
    async before({ event, context: { state } }) {
      if (state.operation?.scope === null) return;
      const key = credential(event);
      if (!isWellFormedApiKey(key)) throw unauthorized('The API key is malformed');
      const recognition = await authenticator.authenticate(hashApiKey(key));
      if (!recognition) throw unauthorized('The API key does not exist or was revoked');
      state.caller = recognition.caller;
      state.rateLimit = recognition.rateLimit;
      if (!recognition.rateLimit.accepted) throw rateLimited(recognition.rateLimit);
    },
    after: addRateLimitHeaders,
    onError: addRateLimitHeaders,
  };
}
