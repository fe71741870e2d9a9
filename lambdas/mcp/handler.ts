import type { Logger } from '@aws-lambda-powertools/logger';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { createAuthenticator } from '../../adapters/postgres/kernel/authenticator.ts';
import { connectDatabase } from '../../adapters/postgres/kernel/pool.ts';
import { createScopeChallenges } from '../../adapters/postgres/oauth/scope-challenges.ts';
import { callTool, type ToolOutcome } from '../../core/agents/call-tool.ts';
import { describeService } from '../../core/agents/instructions.ts';
import { isShown, type Tool, toolOperations, toTool } from '../../core/agents/tool.ts';
import type { ApiError } from '../../core/kernel/errors.ts';
import { API_VERSION, SERVICE_NAME } from '../../core/kernel/identity.ts';
import type { Operation } from '../../core/kernel/operation.ts';
import { apiOperations } from '../../core/registry.ts';
import type { Environment } from '../../settings/read-settings.ts';
import type { HttpHandler } from '../http/http-handler.ts';
import type { ApiContext, ApiResponse } from '../middleware/api-request.ts';
import { addAuthChallenge } from '../middleware/auth-challenge.ts';
import { authenticate, overLimit, readCredential } from '../middleware/authenticate.ts';
import { describeFailure } from '../middleware/describe-failure.ts';
import { errors } from '../middleware/errors.ts';
import { answersHead, createHttpChain } from '../middleware/http-chain.ts';
import { jsonBody } from '../middleware/json-body.ts';
import { requestContext } from '../middleware/request-context.ts';
import { requireEdge, requireOwnHost } from '../middleware/require-edge.ts';
import { API_HEADERS, responseHeaders } from '../middleware/response-headers.ts';
import { createIdempotency } from '../services/idempotency.ts';
import { createLogger } from '../services/logger.ts';
import { siteFrom } from '../services/site.ts';
import { answerPreflight, corsHeaders, mayCall, refuseOrigin } from './cors.ts';
import { isReading, readDocument } from './reading.ts';
import { calledTool, requireToolScope, sentArguments } from './require-tool-scope.ts';
import { serveMessage } from './serve-message.ts';
import { createAllServices, readMcpSettings } from './services.ts';
import { asTheyAccept } from './web-request.ts';

export { needs } from './services.ts';

/** Without nulls, at any depth, but for the arguments of a tool: there, each schema says what a null means. */
function dropNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(dropNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, each]) => each !== null)
      .map(([name, each]) => [name, name === 'arguments' ? each : dropNulls(each)]),
  );
}

/** A message whose `params` name only what they set: some clients send null for what they leave out. */
function withoutNulls({ params, ...message }: Record<string, unknown>): Record<string, unknown> {
  return params == null ? message : { ...message, params: dropNulls(params) };
}

/** Describes operations as tools. Each is built on first use: it needs its schemas, and most requests are calls. */
function createDescribe(): (operation: Operation) => Tool {
  const described = new Map<Operation, Tool>();
  return operation => {
    const tool = described.get(operation) ?? toTool(operation);
    described.set(operation, tool);
    return tool;
  };
}

const logFailure = (
  logger: Logger,
  error: ApiError,
  request: { readonly requestId: string; readonly tool: string },
): void =>
  logger[error.status >= 500 ? 'error' : 'info']('tool failed', {
    ...request,
    code: error.code,
    cause: describeFailure(error.cause),
  });

/** The agents' endpoint: every operation as a tool (contract section 7). */
export function createHandler(environment: Environment): HttpHandler {
  const settings = readMcpSettings(environment);
  const logger = createLogger('mcp', settings);
  const pool = connectDatabase(settings);
  const challenges = createScopeChallenges(pool);
  const site = siteFrom(settings);
  const origins = new Set([new URL(site.baseUrl).origin, ...settings.AGENT_ALLOWED_ORIGINS]);

  const operations = new Map(toolOperations(apiOperations).map(operation => [operation.name, operation]));
  const services = createAllServices(operations.values(), pool, settings, logger);
  const idempotency = createIdempotency(pool, settings);
  const identity = { name: 'anteroom', title: SERVICE_NAME, version: API_VERSION };
  const instructions = describeService(site);
  const describe = createDescribe();

  async function serve(event: APIGatewayProxyEventV2, { state }: ApiContext): Promise<ApiResponse> {
    const { caller, requestId, rateLimit } = state;
    if (!caller) throw new Error('The request has no caller');
    // A single message: a batch would be many calls for one rate-limited request.
    const message = withoutNulls(jsonBody(event));
    const refusal = overLimit(rateLimit);
    // Clients show a tool's result to the model, which can then wait, but not the error of the transport.
    if (refusal && calledTool(message) === undefined) throw refusal;
    if (!refusal)
      await requireToolScope(operations, challenges, { message, caller, token: readCredential(event) ?? '' });
    const call = async (name: string): Promise<ToolOutcome | undefined> => {
      const operation = operations.get(name);
      if (!operation) return undefined;
      if (refusal) return { ok: false, error: refusal.toBody(requestId) };
      return callTool({
        operation,
        arguments: sentArguments(message),
        caller,
        services: services.get(operation.group),
        site,
        requestId,
        idempotency,
        onFailure: error => logFailure(logger, error, { requestId, tool: name }),
      });
    };
    const tools = () => [...operations.values()].filter(({ scope }) => isShown(scope, caller)).map(describe);
    const toolServer = { identity, instructions, tools, call };
    return asTheyAccept(event, await serveMessage(event, site.baseUrl, message, toolServer));
  }

  const chain = (
    answer: (event: APIGatewayProxyEventV2, context: ApiContext) => Promise<ApiResponse>,
    { authenticated }: { readonly authenticated: boolean },
  ): HttpHandler =>
    createHttpChain(
      [
        requestContext(logger),
        corsHeaders(origins),
        responseHeaders(API_HEADERS),
        requireEdge(settings.ORIGIN_SECRET),
        requireOwnHost(settings.ORIGIN_SECRET, site),
        ...(authenticated ? [addAuthChallenge(site), authenticate(createAuthenticator(pool))] : []),
        errors(logger),
      ],
      answer,
    );
  const refuse = chain(async (_event, { state }) => refuseOrigin(state.requestId), { authenticated: false });
  const preflight = chain(async () => answerPreflight(), { authenticated: false });
  const answer = chain(serve, { authenticated: true });

  const read = chain(async event => readDocument(event.routeKey, apiOperations, site), {
    authenticated: false,
  });

  return answersHead((event: APIGatewayProxyEventV2, context: Context) => {
    if (isReading(event.routeKey)) return read(event, context);
    if (!mayCall(event, origins)) return refuse(event, context);
    return event.requestContext.http.method === 'OPTIONS'
      ? preflight(event, context)
      : answer(event, context);
  });
}
