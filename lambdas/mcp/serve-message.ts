import {
  type CallToolResult,
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { ToolOutcome } from '../../core/agents/call-tool.ts';
import type { Tool } from '../../core/agents/tool.ts';

/** What a server of one message is made of. */
export interface ToolServer {
  readonly identity: { readonly name: string; readonly title: string; readonly version: string };
  readonly instructions: string;
  readonly tools: readonly Tool[];
  /** Undefined when there is no such tool. */
  call(name: string, args: unknown): Promise<ToolOutcome> | undefined;
}

/** Errors are text only: some clients hold structured content against the schema of the answer even then. */
function toResult(outcome: ToolOutcome): CallToolResult {
  if (!outcome.ok) {
    return { isError: true, content: [{ type: 'text', text: JSON.stringify(outcome.error) }] };
  }
  return {
    content: [{ type: 'text', text: JSON.stringify(outcome.output) }],
    structuredContent: outcome.output as Record<string, unknown>,
  };
}

function createServer({ identity, instructions, tools, call }: ToolServer): Server {
  const server = new Server({ ...identity }, { capabilities: { tools: {} }, instructions });
  server.setRequestHandler('tools/list', async () => ({ tools: tools.map(tool => ({ ...tool })) }));
  server.setRequestHandler('tools/call', async ({ params }) => {
    const outcome = call(params.name, params.arguments);
    if (!outcome) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}`);
    return toResult(await outcome);
  });
  return server;
}

/**
 * Answers one message of the Model Context Protocol, of either era: those that begin with `initialize` (revisions up to
 * 2025-11-25) and those in which every request stands for itself (2026-07-28). Nothing is kept between messages, and
 * answers are JSON, never a stream: a function is paid by the second.
 */
export async function serveMessage(
  request: Request,
  parsedBody: unknown,
  toolServer: ToolServer,
): Promise<Response> {
  if (await isLegacyRequest(request, parsedBody)) {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: undefined,
      enableJsonResponse: true,
    });
    await createServer(toolServer).connect(transport);
    return transport.handleRequest(request, { parsedBody });
  }
  const handler = createMcpHandler(() => createServer(toolServer), {
    legacy: 'reject',
    // Answers are JSON as long as no tool sends anything before its result, and none does.
    maxSubscriptions: 0,
  });
  return handler.fetch(request, { parsedBody });
}
