import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from '@jest/globals';

interface ReceivedRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** How a request is answered. */
export type Reply = (response: ServerResponse) => void;

/** A server that gives the replies of a test, one after the other; the last one again and again. */
export interface ScriptedServer {
  readonly url: string;
  /** Those since the test began. */
  readonly requests: ReceivedRequest[];
  reply(...replies: Reply[]): void;
}

export const json =
  (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Reply =>
  response =>
    void response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(JSON.stringify(body));

/** The connection ends without an answer. */
export const hangUp: Reply = response => response.destroy();
/** The answer never comes. */
export const silence: Reply = () => {};

export function shareScriptedServer(): ScriptedServer {
  let replies: Reply[] = [];
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    requests.push({ method: request.method, url: request.url, headers: request.headers, body });
    const reply = replies.length > 1 ? replies.shift() : replies[0];
    reply?.(response);
  });
  beforeAll(() => new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve)));
  beforeEach(() => {
    requests.length = 0;
  });
  afterAll(() => {
    server.closeAllConnections();
    return new Promise<unknown>(resolve => server.close(resolve));
  });
  return {
    get url() {
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    },
    requests,
    reply: (...next) => {
      replies = next;
    },
  };
}
