import type { Logger } from '@aws-lambda-powertools/logger';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Authenticator } from '../../core/account/authenticator.ts';
import { type CallerContext, type Operation, statusOf } from '../../core/kernel/operation.ts';
import type { Site } from '../../core/kernel/site.ts';
import type { HttpHandler } from '../http/http-handler.ts';
import { type ApiContext, type ApiMiddleware, type ApiResponse, json } from './api-request.ts';
import { addAuthChallenge } from './auth-challenge.ts';
import { authenticate, requireRate } from './authenticate.ts';
import { errors } from './errors.ts';
import { createHttpChain } from './http-chain.ts';
import { parseInput } from './parse-input.ts';
import { requestContext } from './request-context.ts';
import { requireEdge, requireOwnHost } from './require-edge.ts';
import { requirePerson, requireScope } from './require-scope.ts';
import { resolveOperation } from './resolve-operation.ts';
import { addResourceHeaders, readPrecondition } from './resource-headers.ts';
import { API_HEADERS, responseHeaders } from './response-headers.ts';
import { createSessionReader, type SessionReader } from './session-reader.ts';

/** What an API function needs. */
export interface ApiHandlerOptions<Services> {
  readonly operations: readonly Operation<Services>[];
  readonly services: Services;
  readonly site: Site;
  readonly authenticator: Authenticator;
  readonly logger: Logger;
  readonly originSecret: string | undefined;
}

/**
 * The middleware of every operation, in the order of checks of contract section 2: key, rate limit, scope,
 * input. The operation checks the rest (resource, plan, conflicts).
 */
export const apiMiddleware = <Services>(
  { operations, site, authenticator, logger, originSecret }: ApiHandlerOptions<Services>,
  readSession: SessionReader,
): readonly ApiMiddleware[] => [
  requestContext(logger),
  responseHeaders(API_HEADERS),
  requireEdge(originSecret),
  requireOwnHost(originSecret, site),
  resolveOperation(operations as readonly Operation[]),
  addAuthChallenge(site),
  authenticate(authenticator, readSession),
  requireRate(),
  requirePerson(),
  requireScope(),
  parseInput(),
  readPrecondition(),
  errors(logger),
];

/** Runs the resolved operation. @returns its output */
export function callOperation<Services>(
  { site, services }: ApiHandlerOptions<Services>,
  { state: { operation, caller, input, requestId, precondition } }: ApiContext,
): Promise<unknown> {
  if (!operation) throw new Error('No operation was resolved');
  // Public operations never read `caller`: their type has none.
  const callerContext = { site, services, requestId, caller, precondition } as CallerContext<Services>;
  return operation.run(callerContext, input as Record<string, unknown>);
}

/** Creates the handler of an endpoint group. */
export function createApiHandler<Services>(options: ApiHandlerOptions<Services>): HttpHandler {
  const { site } = options;
  async function run(event: APIGatewayProxyEventV2, context: ApiContext): Promise<ApiResponse> {
    const output = await callOperation(options, context);
    const { operation, input } = context.state;
    if (!operation) throw new Error('No operation was resolved');
    const response = json(statusOf(operation, input), output);
    return addResourceHeaders(response, { operation, event, site, input, output });
  }
  return createHttpChain(apiMiddleware(options, createSessionReader(options.site)), run);
}
