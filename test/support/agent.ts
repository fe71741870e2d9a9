import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { ErrorBody } from '../../core/kernel/errors.ts';

/** A tool as an agent sees it. */
export interface SeenTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  readonly inputSchema: Record<string, unknown>;
  readonly outputSchema?: Record<string, unknown> | undefined;
  readonly annotations?: Record<string, unknown> | undefined;
}

export interface SeenPrompt {
  readonly name: string;
  readonly description?: string | undefined;
  readonly arguments?:
    | readonly { readonly name: string; readonly required?: boolean | undefined }[]
    | undefined;
}

/** The response of a tool: its result, or the members of its error. */
export type ToolAnswer =
  | { readonly ok: true; readonly output: Record<string, unknown>; readonly text: string }
  | { readonly ok: false; readonly error: ErrorBody };

/** An agent connected through one of the real clients. */
export interface Agent {
  readonly instructions: string | undefined;
  listTools(): Promise<SeenTool[]>;
  listPrompts(): Promise<SeenPrompt[]>;
  /** The text of a prompt. */
  getPrompt(name: string, args: Record<string, string>): Promise<string>;
  call(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
  close(): Promise<void>;
}

/** The client packages that agents use: the 1.x SDK, and the 2.x client in both protocol eras. */
export const CLIENTS = ['sdk 1.x', 'client 2.x', 'client 2.x, 2026-07-28'] as const;
export type ClientKind = (typeof CLIENTS)[number];

interface RawResult {
  readonly isError?: boolean | undefined;
  readonly content?: unknown;
  readonly structuredContent?: unknown;
}

function toAnswer({ isError, content, structuredContent }: RawResult): ToolAnswer {
  const [first] = content as { type: string; text: string }[];
  const text = first?.text ?? '';
  if (isError) return { ok: false, error: JSON.parse(text) as ErrorBody };
  return { ok: true, output: structuredContent as Record<string, unknown>, text };
}

interface RawPrompt {
  readonly messages: readonly { readonly content: unknown }[];
}

/** @throws {Error} unless it is one message */
function toText({ messages: [message, ...others] }: RawPrompt): string {
  if (!message || others.length > 0) throw new Error('The prompt is not one message');
  return (message.content as { text: string }).text;
}

/** Connects an agent with these headers to the MCP endpoint of the server at `url`. */
export async function connectAgent(
  url: string,
  headers: Record<string, string>,
  kind: ClientKind = 'client 2.x',
): Promise<Agent> {
  const endpoint = new URL('/api/mcp/mcp', url);
  const info = { name: 'test-agent', version: '1.0.0' };
  if (kind === 'sdk 1.x') {
    const client = new LegacyClient(info);
    await client.connect(new LegacyTransport(endpoint, { requestInit: { headers } }) as never);
    return {
      instructions: client.getInstructions(),
      listTools: async () => (await client.listTools()).tools as SeenTool[],
      listPrompts: async () => (await client.listPrompts()).prompts as SeenPrompt[],
      getPrompt: async (name, args) => toText(await client.getPrompt({ name, arguments: args })),
      call: async (name, args = {}) =>
        toAnswer((await client.callTool({ name, arguments: args })) as RawResult),
      close: () => client.close(),
    };
  }
  const client = new ModernClient(info, {
    versionNegotiation: { mode: kind === 'client 2.x' ? 'legacy' : { pin: '2026-07-28' } },
  });
  await client.connect(new ModernTransport(endpoint, { requestInit: { headers } }));
  return {
    instructions: client.getInstructions(),
    listTools: async () => (await client.listTools()).tools as SeenTool[],
    listPrompts: async () => (await client.listPrompts()).prompts as SeenPrompt[],
    getPrompt: async (name, args) => toText(await client.getPrompt({ name, arguments: args })),
    call: async (name, args = {}) =>
      toAnswer((await client.callTool({ name, arguments: args })) as RawResult),
    close: () => client.close(),
  };
}
