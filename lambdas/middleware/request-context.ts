import type { Logger } from '@aws-lambda-powertools/logger';
import type { ApiMiddleware, ApiRequest } from './api-request.ts';

/**
 * The outermost middleware: assigns the request id and logs one line per response. It logs the route, not
 * the path, so no slug, email, or key is ever logged.
 */
export function requestContext(logger: Logger): ApiMiddleware {
  const finish = (request: ApiRequest): void => {
    const { requestId, startedAt, caller } = request.context.state;
    if (!request.response) return;
    request.response.headers['x-request-id'] = requestId;
    logger.info('request', {
      requestId,
      route: request.event.routeKey,
      status: request.response.statusCode,
      ms: Math.round(performance.now() - startedAt),
      ...(caller && { accountId: caller.account.id }),
    });
  };

  return {
    before({ event, context }) {
      context.state = { requestId: event.requestContext.requestId, startedAt: performance.now() };
    },
    after: finish,
    onError: finish,
  };
}
