import type {
  APIGatewayAuthorizerResult,
  APIGatewayProxyEventV2,
  APIGatewayRequestAuthorizerEvent,
  Context,
} from 'aws-lambda';
import { createAuthenticator } from '../../adapters/postgres/kernel/authenticator.ts';
import { connectDatabase } from '../../adapters/postgres/kernel/pool.ts';
import { uploadAsset } from '../../core/assets/upload-asset.ts';
import type { Operation } from '../../core/kernel/operation.ts';
import { type Environment, readSettings } from '../../settings/read-settings.ts';
import {
  encodeRefusal,
  encodeTicket,
  parseAccount,
  parseAnswer,
  REFUSAL,
  TICKET,
} from '../assets/upload-protocol.ts';
import { API_NEEDS } from '../http/group-handler.ts';
import { toHttpEvent } from '../http/rest-event.ts';
import type { ApiContext, ApiResponse } from '../middleware/api-request.ts';
import { addAuthChallenge } from '../middleware/auth-challenge.ts';
import { authenticate, requireRate } from '../middleware/authenticate.ts';
import { errors } from '../middleware/errors.ts';
import { createHttpChain } from '../middleware/http-chain.ts';
import { idempotencyKey } from '../middleware/idempotency.ts';
import { refuseCompressed } from '../middleware/json-body.ts';
import { requestContext } from '../middleware/request-context.ts';
import { requireEdge } from '../middleware/require-edge.ts';
import { requireScope } from '../middleware/require-scope.ts';
import { resolveOperation } from '../middleware/resolve-operation.ts';
import { API_HEADERS, responseHeaders } from '../middleware/response-headers.ts';
import { createSessionReader } from '../middleware/session-reader.ts';
import { createLogger } from '../services/logger.ts';
import { siteFrom } from '../services/site.ts';

/** Object metadata is limited to 2 KB; a form's boundary has at most 70 characters. */
const MAX_CONTENT_TYPE = 500;

const verdict = (
  { methodArn }: APIGatewayRequestAuthorizerEvent,
  Effect: 'Allow' | 'Deny',
  principalId: string,
  context: Record<string, string>,
): APIGatewayAuthorizerResult => ({
  principalId,
  policyDocument: {
    Version: '2012-10-17',
    Statement: [{ Action: 'execute-api:Invoke', Effect, Resource: methodArn }],
  },
  context,
});

export const needs = API_NEEDS;

/**
 * Decides whether a body may be staged: key, rate limit, and scope, as for other operations. The context
 * carries the complete refusal, because API Gateway has only one status for them.
 */
export function createHandler(
  environment: Environment,
): (event: APIGatewayRequestAuthorizerEvent, context: Context) => Promise<APIGatewayAuthorizerResult> {
  const settings = readSettings(needs, environment);
  const logger = createLogger('upload-authorizer', settings);
  const site = siteFrom(settings);
  const operation: Operation = uploadAsset as Operation;

  async function admit(event: APIGatewayProxyEventV2, { state }: ApiContext): Promise<ApiResponse> {
    refuseCompressed(event);
    return { statusCode: 200, headers: {}, body: JSON.stringify(state.caller?.account) };
  }
  const chain = createHttpChain(
    [
      requestContext(logger),
      responseHeaders(API_HEADERS),
      requireEdge(settings.ORIGIN_SECRET),
      resolveOperation([operation]),
      addAuthChallenge(site),
      authenticate(createAuthenticator(connectDatabase(settings)), createSessionReader(site)),
      requireRate(),
      requireScope(),
      { before: ({ event }) => void idempotencyKey(event) },
      errors(logger),
    ],
    admit,
  );

  return async (event, context) => {
    const httpEvent = toHttpEvent(event);
    const answer = parseAnswer(await chain(httpEvent, context));
    if (answer.statusCode !== 200) {
      return verdict(event, 'Deny', 'refused', { [REFUSAL]: encodeRefusal(answer) });
    }
    const account = parseAccount(answer.body);
    const contentType = httpEvent.headers['content-type']?.slice(0, MAX_CONTENT_TYPE) ?? null;
    const headers = Object.fromEntries(
      Object.entries(answer.headers).filter(([name]) => name.startsWith('ratelimit')),
    );
    const ticket = encodeTicket({
      requestId: event.requestContext.requestId,
      account,
      contentType,
      idempotencyKey: idempotencyKey(httpEvent),
      headers,
    });
    return verdict(event, 'Allow', account.id, { [TICKET]: ticket });
  };
}
