import createRouter, { type HTTPMethod } from 'find-my-way';
import type { functions } from '../../lambdas/functions.ts';
import { ROUTER_OPTIONS, routerPath } from '../../lambdas/http/router-path.ts';
import { downloadRouteKeys } from '../../lambdas/http/routes.ts';
import { toProxyEvent } from './rest-event.ts';
import type { HttpServerOptions } from './server.ts';
import { sourceIp } from './source-ip.ts';
import { streamFunction } from './stream-function.ts';

interface DownloadsOptions {
  readonly handler: ReturnType<(typeof functions)['export']['createHandler']>;
  readonly trustProxy: boolean;
}

/** Streams downloads, as API Gateway's REST API and Lambda do (ADR 24). */
export function createDownloads({ handler, trustProxy }: DownloadsOptions): HttpServerOptions['downloads'] {
  const router = createRouter(ROUTER_OPTIONS);
  for (const key of downloadRouteKeys) {
    const [method, resource = ''] = key.split(' ');
    router.on(method as HTTPMethod, routerPath(resource), () => {}, resource);
  }

  return (method, path) => {
    const found = router.find(method as HTTPMethod, path);
    if (!found) return undefined;
    return async (request, response, requestId) => {
      const event = toProxyEvent({
        request,
        requestId,
        resource: found.store as string,
        path,
        pathParameters: found.params as Record<string, string>,
        query: (request.url ?? '').split('?')[1] ?? '',
        address: sourceIp(request, trustProxy),
      });
      await streamFunction('export', handler, event, { response, requestId });
    };
  };
}
