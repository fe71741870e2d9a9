import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AGENT_PATH } from '../../core/oauth/addresses.ts';

/**
 * A proxy in front of the service: the server tests send no key, so it adds one to requests to the MCP endpoint; nothing
 * else is changed.
 */
export async function createKeyAdder(to: number, key: () => string) {
  const server = createServer((incoming, answer) => {
    const outgoing = request({
      host: '127.0.0.1',
      port: to,
      method: incoming.method,
      path: incoming.url,
      headers: {
        ...incoming.headers,
        ...(incoming.url === AGENT_PATH && { authorization: `Bearer ${key()}` }),
      },
    });
    outgoing.on('response', response => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    outgoing.on('error', error => answer.destroy(error));
    incoming.pipe(outgoing);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  };
}
