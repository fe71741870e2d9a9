import type { ApiMiddleware, ApiRequest } from './api-request.ts';

/** Default response headers of a function. */
export function responseHeaders(headers: Readonly<Record<string, string>>): ApiMiddleware {
  const add = (request: ApiRequest): void => {
    if (request.response) request.response.headers = { ...headers, ...request.response.headers };
  };
  return { after: add, onError: add };
}

/** Defaults for the hosted page; the page itself sets more. */
export const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const;

/** For JSON, which browsers should never render, frame, sniff, or cache. */
export const API_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  // Any origin, without credentials: browsers do not send API keys by themselves (contract section 3).
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'ETag, Idempotency-Replayed, Link, Location, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate, X-Request-Id',
} as const;
