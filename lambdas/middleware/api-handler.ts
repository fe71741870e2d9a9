import { randomUUID } from 'node:crypto';
import type { Logger } from '@aws-lambda-powertools/logger';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Authenticator } from '../../core/account/authenticator.ts';
import type { Idempotency } from '../../core/idempotency/idempotency-store.ts';
import {
  type CallerContext,
  type Creating,
  namesPeople,
  type Operation,
  statusOf,
} from '../../core/kernel/operation.ts';
import type { Site } from '../../core/kernel/site.ts';
import type { HttpHandler } from '../http/http-handler.ts';
import { type ApiContext, type ApiMiddleware, type ApiResponse, json } from './api-request.ts';
import { addAuthChallenge } from './auth-challenge.ts';
import { authenticate, requireRate } from './authenticate.ts';
import { errors } from './errors.ts';
import { createHttpChain } from './http-chain.ts';
import { answerIdempotently } from './idempotency.ts';
import { type Input, readInput } from './read-input.ts';
import { requestContext } from './request-context.ts';
import { requireEdge, requireOwnHost } from './require-edge.ts';
import { requirePerson, requireScope } from './require-scope.ts';
import { resolveOperation } from './resolve-operation.ts';
import { addResourceHeaders, readPrecondition } from './resource-headers.ts';
import { API_HEADERS, responseHeaders } from './response-headers.ts';
import { createSessionReader, type SessionReader } from './session-reader.ts';

/** The settings of an API function. */
export interface ApiHandlerOptions<Services> {
  readonly operations: readonly Operation<Services>[];
  readonly services: Services;
  readonly site: Site;
  readonly authenticator: Authenticator;
  readonly logger: Logger;
  readonly originSecret: string | undefined;
}

/**
 * The middleware of every operation, in the order of checks of contract section 2: key, rate limit, scope. The input is
 * next, and the operation checks the rest (resource, plan, conflicts).
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
  readPrecondition(),
  errors(logger),
];

/** Reads the input and runs the resolved operation. */
export async function callOperation<Services>(
  { site, services }: ApiHandlerOptions<Services>,
  event: APIGatewayProxyEventV2,
  {
    state: { operation, caller, requestId, precondition, creationId = randomUUID(), isRepeated = false },
  }: ApiContext,
): Promise<{ readonly operation: Operation; readonly input: Input; readonly output: unknown }> {
  if (!operation) throw new Error('No operation was resolved');
  const input = readInput(operation, event);
  // Public operations never read `caller`: their type has none.
  const callerContext = {
    site,
    services,
    requestId,
    caller,
    precondition,
    creationId,
    isRepeated,
  } as Creating<CallerContext<Services>>;
  return { operation, input, output: await operation.run(callerContext, input) };
}

/**
 * Creates the handler of an endpoint group.
 * @param options - without `idempotency` where no operation is a POST
 */
export function createApiHandler<Services>(
  options: ApiHandlerOptions<Services> & { readonly idempotency: Idempotency | undefined },
): HttpHandler {
  const { site, idempotency } = options;
  const run = (event: APIGatewayProxyEventV2, context: ApiContext): Promise<ApiResponse> =>
    answerIdempotently(idempotency, event, context.state, async () => {
      const called = await callOperation(options, event, context);
      const response = json(statusOf(called.operation, called.input), called.output);
      return {
        answer: addResourceHeaders(response, { ...called, event, site }),
        isPersonal: namesPeople(called.operation, called.input),
      };
    });
  return createHttpChain(apiMiddleware(options, createSessionReader(options.site)), run);
}
