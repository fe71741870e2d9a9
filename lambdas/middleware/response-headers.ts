import type { ApiMiddleware, ApiRequest } from './api-request.ts';

/** Headers that stand on every answer of a function unless the answer sets its own. */
export function responseHeaders(headers: Readonly<Record<string, string>>): ApiMiddleware {
  const add = (request: ApiRequest): void => {
    if (request.response) request.response.headers = { ...headers, ...request.response.headers };
  };
  return { after: add, onError: add };
}

/** For whatever a function of the hosted page answers; the page itself sets more. */
export const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const;

/** For JSON that no browser should ever render, frame, sniff or keep. */
export const API_HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  // Any origin, without credentials: a key in a header is not sent by a browser on its own (contract section 3).
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'X-Request-Id, RateLimit, RateLimit-Policy, Retry-After, WWW-Authenticate',
} as const;
