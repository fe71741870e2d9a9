import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import createRouter, { type HTTPMethod } from 'find-my-way';
import { ApiError } from '../../core/kernel/errors.ts';
import { type Environment, readSettings } from '../../settings/read-settings.ts';
import { API_NEEDS } from '../http/group-handler.ts';
import type { HttpHandler } from '../http/http-handler.ts';
import { ROUTER_OPTIONS, routerPath } from '../http/router-path.ts';
import type { ApiResponse } from '../middleware/api-request.ts';
import { createHttpChain } from '../middleware/http-chain.ts';
import { errorsByAudience, unknownPath } from '../middleware/page-errors.ts';
import { requestContext } from '../middleware/request-context.ts';
import { requireEdge, requireOwnHost } from '../middleware/require-edge.ts';
import { API_HEADERS, responseHeaders } from '../middleware/response-headers.ts';
import { createLogger } from '../services/logger.ts';

/** CORS headers of preflight responses. */
const PREFLIGHT = {
  'access-control-allow-headers':
    'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, X-Api-Key',
  'access-control-max-age': '86400',
} as const;

/** The methods of a path. Each path that has one also answers OPTIONS, here. */
function createMethodLookup(routeKeys: readonly string[]): (path: string) => string[] {
  const router = createRouter(ROUTER_OPTIONS);
  const methods = new Set<HTTPMethod>();
  for (const routeKey of routeKeys) {
    const [method, path] = routeKey.split(' ');
    if (!method || !path) continue;
    methods.add(method as HTTPMethod);
    router.on(method as HTTPMethod, routerPath(path), () => {});
  }
  return path => {
    const found = [...methods].filter(method => router.find(method, path) !== null);
    return found.length > 0 ? [...new Set([...found, 'OPTIONS'])].sort() : [];
  };
}

/** Answers unknown routes: preflights, 405 if the path has other methods, else 404. */
export function createUnroutedHandler(
  environment: Environment,
  listRouteKeys: () => readonly string[],
): HttpHandler {
  const settings = readSettings(API_NEEDS, environment);
  const logger = createLogger('account', settings);
  let methodsAt: ((path: string) => string[]) | undefined;

  async function answer(event: APIGatewayProxyEventV2): Promise<ApiResponse> {
    // Built on first use: routes and router are most of this function's load time.
    methodsAt ??= createMethodLookup(listRouteKeys());
    const allowed = methodsAt(event.rawPath);
    if (allowed.length === 0) throw unknownPath(event);
    const allow = allowed.join(', ');
    const useful = allowed.filter(method => method !== 'OPTIONS').join(', ');
    if (event.requestContext.http.method === 'OPTIONS') {
      const cors = event.rawPath.startsWith('/api/')
        ? { ...PREFLIGHT, 'access-control-allow-methods': useful }
        : {};
      return { statusCode: 204, headers: { allow, ...cors } };
    }
    throw new ApiError('method_not_allowed', `This path supports ${useful}`, {
      headers: { allow },
      resolution: `Use one of ${useful}.`,
    });
  }

  return createHttpChain(
    [
      requestContext(logger),
      responseHeaders(API_HEADERS),
      requireEdge(settings.ORIGIN_SECRET),
      requireOwnHost(settings.ORIGIN_SECRET, { baseUrl: settings.BASE_URL }),
      errorsByAudience(logger),
    ],
    answer,
  );
}
