import type { Request as MiddyRequest } from '@middy/core';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { Precondition } from '../../core/kernel/etag.ts';
import type { Caller, Operation } from '../../core/kernel/operation.ts';
import type { RateLimitState } from '../../core/kernel/rate-limit.ts';

/** State that middleware passes on, and finally to the operation. */
export interface ApiState {
  requestId: string;
  startedAt: number;
  operation?: Operation;
  caller?: Caller;
  rateLimit?: RateLimitState;
  precondition?: Precondition;
  /** Of a request with an `Idempotency-Key`. */
  creationId?: string;
  isRepeated?: boolean;
  /** The body of a download, sent after its head. */
  parts?: AsyncIterable<string>;
}

/** The state travels on the context, because Middy passes only event and context. */
export interface ApiContext extends Context {
  state: ApiState;
}

export type ApiResponse = APIGatewayProxyStructuredResultV2 & { headers: Record<string, string> };

export type ApiRequest = MiddyRequest<APIGatewayProxyEventV2, ApiResponse, Error, ApiContext>;

/** The shape of our middleware. */
export interface ApiMiddleware {
  before?(request: ApiRequest): void | Promise<void>;
  after?(request: ApiRequest): void;
  onError?(request: ApiRequest): void;
}

/** A header by lower-case name. API Gateway lower-cases header names; other callers may not. */
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
