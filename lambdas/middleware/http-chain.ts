import middy from '@middy/core';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { HttpHandler } from '../http/http-handler.ts';
import type { ApiContext, ApiMiddleware, ApiResponse } from './api-request.ts';

/** Answers HEAD as GET. The body stays: API Gateway and Node leave it out, and know its length. */
export const answersHead =
  (handler: HttpHandler): HttpHandler =>
  (event, context) =>
    handler(
      event.routeKey.startsWith('HEAD ') ? { ...event, routeKey: `GET ${event.routeKey.slice(5)}` } : event,
      context,
    );

/** Wraps a handler in middleware, which runs in order before it and in reverse after it or after an error. */
export function createHttpChain(
  middleware: readonly ApiMiddleware[],
  handler: (event: APIGatewayProxyEventV2, context: ApiContext) => Promise<ApiResponse>,
): HttpHandler {
  const chain = middy<APIGatewayProxyEventV2, ApiResponse, Error, ApiContext>(handler, {
    // API Gateway times out shortly before 30 s: answer first, with a request id.
    timeoutEarlyInMillis: 500,
  });
  for (const each of middleware) chain.use(each);
  return answersHead((event, context) => chain(event, context as ApiContext) as Promise<ApiResponse>);
}
