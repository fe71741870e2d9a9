import createRouter, { type HTTPMethod } from 'find-my-way';
import { ROUTER_OPTIONS, routerPath } from '../../lambdas/http/router-path.ts';
import type { Route } from '../../lambdas/http/routes.ts';

/** The route API Gateway would choose for a request. */
export interface Match {
  readonly routeKey: string;
  readonly function: string;
  /** Decoded. */
  readonly pathParameters: Record<string, string> | undefined;
}

export type Router = (method: string, path: string) => Match;

/** Path parameters are decoded once; a path that cannot be decoded has no route. */
export function createRouteMatcher(routes: readonly Route[]): Router {
  const router = createRouter(ROUTER_OPTIONS);
  let fallback: Route | undefined;
  for (const route of routes) {
    const [method, path] = route.routeKey.split(' ');
    if (!method || !path) fallback = route;
    else router.on(method as HTTPMethod, routerPath(path), () => {}, route);
  }
  if (!fallback) throw new Error('The routes have no $default');
  const unrouted: Match = {
    routeKey: fallback.routeKey,
    function: fallback.function,
    pathParameters: undefined,
  };

  return (method, path) => {
    const found = router.find(method as HTTPMethod, path);
    const route = found?.store as Route | undefined;
    if (!found || !route) return unrouted;
    const parameters = found.params as Record<string, string>;
    return {
      routeKey: route.routeKey,
      function: route.function,
      pathParameters: Object.keys(parameters).length > 0 ? parameters : undefined,
    };
  };
}
