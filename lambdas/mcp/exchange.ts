import type { JSONRPCMessage, JSONRPCRequest, Server, Transport } from '@modelcontextprotocol/server';

/** An in-memory transport: sends one request and returns its response. */
export async function exchange(server: Server, request: JSONRPCRequest): Promise<JSONRPCMessage> {
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
