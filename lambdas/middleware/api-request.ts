import type { Request as MiddyRequest } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Caller, Operation } from '../../core/kernel/operation.ts';
import type { RateLimitState } from '../../core/kernel/rate-limit.ts';

/** What the middleware of one request hand to those after them, and at last to the operation. */
export interface ApiState {
  requestId: string;
  startedAt: number;
  operation?: Operation;
  caller?: Caller;
  rateLimit?: RateLimitState;
  input?: unknown;
  /** The answer to a download, which is sent when its head is. */
  parts?: AsyncIterable<string>;
}

/** Middy gives a handler the event and the context only, so the state travels on the context. */
export interface ApiContext extends Context {
  state: ApiState;
}

export type ApiResponse = APIGatewayProxyStructuredResultV2 & { headers: Record<string, string> };

export type ApiRequest = MiddyRequest<APIGatewayProxyEventV2, ApiResponse, Error, ApiContext>;

/** One shape for every middleware of this service. */
export interface ApiMiddleware {
  before?(request: ApiRequest): void | Promise<void>;
  after?(request: ApiRequest): void;
  onError?(request: ApiRequest): void;
}

/** A request header by its lower-case name; API Gateway lower-cases them, other callers may not. */
export const header = (event: APIGatewayProxyEventV2, name: string): string | undefined =>
  event.headers[name];

export const json = (
  statusCode: number,
  body: unknown,
  headers: Record<string, string> = {},
): ApiResponse => ({
  statusCode,
  headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
  body: JSON.stringify(body),
});
