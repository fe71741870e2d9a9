import {
  type CallToolResult,
  createMcpHandler,
  type GetPromptResult,
  isJSONRPCRequest,
  isLegacyRequest,
  type JSONRPCMessage,
  type JSONRPCRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Result,
  Server,
  type ServerContext,
  SUPPORTED_PROTOCOL_VERSIONS,
  specTypeSchemas,
  type Transport,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { ToolOutcome } from '../../core/agents/call-tool.ts';
import { PROMPTS, type Prompt, renderPrompt } from '../../core/agents/prompts.ts';
import type { Tool } from '../../core/agents/tool.ts';
import { type ApiResponse, header, json } from '../middleware/api-request.ts';
import { fromWebResponse, takesJson, toWebRequest } from './web-request.ts';

/** Revisions that begin with `initialize`, without 2025-03-26: that one requires batches, which we refuse. */
const PROTOCOL_VERSIONS = SUPPORTED_PROTOCOL_VERSIONS.filter(version => version !== '2025-03-26');

/** An error of ours, whose message clients may read. */
class InvalidParamsError extends ProtocolError {
  constructor(message: string) {
    super(ProtocolErrorCode.InvalidParams, message);
  }
}

const REQUEST_SCHEMAS = {
  initialize: specTypeSchemas.InitializeRequest,
  'tools/list': specTypeSchemas.ListToolsRequest,
  'tools/call': specTypeSchemas.CallToolRequest,
  'prompts/list': specTypeSchemas.ListPromptsRequest,
  'prompts/get': specTypeSchemas.GetPromptRequest,
} as const;

/** The parts of a request that have the wrong form, like `params.protocolVersion`. */
function wrongParts(method: string, request: unknown): string {
  const schema = REQUEST_SCHEMAS[method as keyof typeof REQUEST_SCHEMAS];
  const issues = schema?.['~standard'].validate(request).issues ?? [];
  return [...new Set(issues.map(({ path = [] }) => path.map(String).join('.')))].join(', ') || 'params';
}

/** The library's server, without the dump of its validator that it would send for a malformed request. */
class PlainErrorServer extends Server {
  protected override _wrapHandler(
    method: string,
    handler: (request: JSONRPCRequest, context: ServerContext) => Promise<Result>,
  ): (request: JSONRPCRequest, context: ServerContext) => Promise<Result> {
    const wrapped = super._wrapHandler(method, handler);
    return async (request, context) => {
      try {
        return await wrapped(request, context);
      } catch (error) {
        if (error instanceof InvalidParamsError) throw error;
        throw new ProtocolError(
          ProtocolErrorCode.InvalidParams,
          `Invalid ${method} request: check ${wrongParts(method, request)}`,
        );
      }
    };
  }
}

/** An in-memory transport: sends one request and returns its response. */
async function exchange(server: Server, request: JSONRPCRequest): Promise<JSONRPCMessage> {
  const { promise, resolve } = Promise.withResolvers<JSONRPCMessage>();
  const transport: Transport = {
    start: async () => {},
    close: async () => {},
    send: async message => resolve(message),
  };
  await server.connect(transport);
  transport.onmessage?.(request);
  return promise;
}

/** The services that serve one message. */
export interface ToolServer {
  readonly identity: { readonly name: string; readonly title: string; readonly version: string };
  readonly instructions: string;
  tools(): readonly Tool[];
  /** Undefined if there is no such tool. */
  call(name: string): Promise<ToolOutcome | undefined>;
}

/**
 * The first revision whose clients are known to show models structured content. Some of earlier ones, which have it too,
 * show only text (ADR 27).
 */
const STRUCTURED_SINCE = '2026-07-28';
const IN_STRUCTURED = 'Done. The result is in structuredContent.';

/** Whether the client reads structured content. The oldest name no revision. */
const readsStructured = (event: APIGatewayProxyEventV2): boolean =>
  (header(event, 'mcp-protocol-version') ?? '') >= STRUCTURED_SINCE;

/**
 * The output once: its JSON is text only for clients that cannot read structured content. Errors are text
 * only, because some clients validate structured content against the output schema even then.
 */
function toResult(outcome: ToolOutcome, structured: boolean): CallToolResult {
  if (!outcome.ok) {
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(outcome.error) }] };
  }
  return {
    content: [{ type: 'text', text: structured ? IN_STRUCTURED : JSON.stringify(outcome.output) }],
    structuredContent: outcome.output as Record<string, unknown>,
  };
}

const describePrompt = ({ name, title, description, argument }: Prompt) => ({
  name,
  title,
  description,
  arguments: [{ ...argument, required: true }],
});

/** @throws {InvalidParamsError} for an unknown prompt, or without its argument */
function fillPrompt(name: string, args: Readonly<Record<string, string>> = {}): GetPromptResult {
  const prompt = PROMPTS.find(known => known.name === name);
  if (!prompt) throw new InvalidParamsError(`Unknown prompt: ${name}`);
  const value = args[prompt.argument.name];
  if (!value) throw new InvalidParamsError(`The prompt ${name} needs the argument ${prompt.argument.name}`);
  const text = renderPrompt(prompt, value);
  return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}

function createServer({ identity, instructions, tools, call }: ToolServer, structured: boolean): Server {
  const server = new PlainErrorServer(
    { ...identity },
    { capabilities: { tools: {}, prompts: {} }, instructions, supportedProtocolVersions: PROTOCOL_VERSIONS },
  );
  server.setRequestHandler('tools/list', async () => ({ tools: tools().map(tool => ({ ...tool })) }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const outcome = await call(params.name);
    if (!outcome) throw new InvalidParamsError(`Unknown tool: ${params.name}`);
    return toResult(outcome, structured);
  });
  server.setRequestHandler('prompts/list', async () => ({ prompts: PROMPTS.map(describePrompt) }));
  server.setRequestHandler('prompts/get', async ({ params }) => fillPrompt(params.name, params.arguments));
  return server;
}

/**
 * Whether a message of the older protocol is a plain tool call. The library's transport would come to the
 * same result at twice the cost: it validates each message several times and answers through streams.
 */
function isPlainCall(event: APIGatewayProxyEventV2, message: unknown): message is JSONRPCRequest {
  const version = header(event, 'mcp-protocol-version');
  return (
    (version === undefined || PROTOCOL_VERSIONS.includes(version)) &&
    isJSONRPCRequest(message) &&
    message.method === 'tools/call'
  );
}

/**
 * Answers one Model Context Protocol message, of revisions that begin with `initialize` (up to 2025-11-25)
 * or of the stateless one (2026-07-28). Nothing is kept between messages, and responses are JSON, because
 * functions are billed by time.
 */
export async function serveMessage(
  event: APIGatewayProxyEventV2,
  baseUrl: string,
  message: Record<string, unknown>,
  toolServer: ToolServer,
): Promise<ApiResponse> {
  const request = toWebRequest(event, baseUrl);
  const structured = readsStructured(event);
  if (await isLegacyRequest(request, message)) {
    const server = createServer(toolServer, structured);
    if (takesJson(request) && isPlainCall(event, message)) return json(200, await exchange(server, message));
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: true,
    });
    await server.connect(transport);
    return fromWebResponse(await transport.handleRequest(request, { parsedBody: message }));
  }
  const handler = createMcpHandler(() => createServer(toolServer, structured), {
    legacy: 'reject',
    // Responses are JSON as long as no tool sends anything before its result; none does.
    maxSubscriptions: 0,
  });
  return fromWebResponse(await handler.fetch(request, { parsedBody: message }));
}
