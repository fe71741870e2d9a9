import type { ApiMiddleware, ApiRequest, ApiResponse } from '../middleware/api-request.ts';

/** Routes that pages on other sites call. */
const PATHS = /^\w+ \/(w\/\{slug\}\/(signups|embed\.json)|s\/\{token\}\/answers)$/;

/**
 * Any page may read the answers. No cookie changes them, and a site that the waitlist does not allow cannot join.
 */
export function pageCors(): ApiMiddleware {
  const add = ({ event, response }: ApiRequest): void => {
    if (!response || !PATHS.test(event.routeKey)) return;
    response.headers['access-control-allow-origin'] = '*';
    response.headers['access-control-expose-headers'] = 'X-Request-Id, Retry-After';
  };
  return { after: add, onError: add };
}

/** For any origin: the request itself is checked. */
export const answerPreflight = (): ApiResponse => ({
  statusCode: 204,
  headers: {
    allow: 'OPTIONS, POST',
    'access-control-allow-methods': 'POST',
    'access-control-allow-headers': 'Content-Type, Accept',
    'access-control-max-age': '86400',
  },
});
