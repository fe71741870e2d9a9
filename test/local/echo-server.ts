import { once } from 'node:events';
import { connect } from 'node:net';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda';
import type { HttpHandler } from '../../lambdas/http/http-handler.ts';
import { HTTP_FUNCTIONS, routes } from '../../lambdas/http/routes.ts';
import { listen } from '../../local/http/listen.ts';
import { createHttpListener } from '../../local/http/server.ts';

type Answer = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>;

/** The local server, with functions that record their events and respond as a test tells them to. */
export interface EchoServer {
  readonly url: string;
  readonly events: { name: string; event: APIGatewayProxyEventV2; context: Context }[];
  readonly failures: unknown[];
  /** The response of every function. */
  answer: Answer;
  lastEvent(): APIGatewayProxyEventV2;
  /** Sends raw bytes, which fetch would correct. @returns everything received */
  raw(text: string): Promise<string>;
  stop(options?: { readonly force?: boolean }): Promise<void>;
}

const file = (text: string) => ({
  body: Buffer.from(text),
  contentType: 'text/javascript',
  cacheControl: 'no-cache',
});

export async function startEchoServer({ trustProxy = false } = {}): Promise<EchoServer> {
  const events: EchoServer['events'] = [];
  const failures: unknown[] = [];
  const echo =
    (name: string): HttpHandler =>
    (event, context) => {
      events.push({ name, event, context });
      return server.answer(event);
    };
  const listener = createHttpListener({
    routes,
    handlers: new Map(HTTP_FUNCTIONS.map(name => [name, echo(name)])),
    files: new Map([
      ['/docs/app.js', file('x();'.repeat(1000))],
      ['/_page/shell.js', file('y();')],
    ]),
    localRoutes: new Map([
      ['/_local/here', async (_request, response) => void response.writeHead(200).end('here')],
    ]),
    uploads: () => undefined,
    downloads: () => undefined,
    dashboard: () => undefined,
    baseUrl: 'https://own.example',
    isActiveDomain: async host => host === 'shop.example',
    trustProxy,
    onFailure: cause => failures.push(cause),
  });
  const http = await listen('127.0.0.1', 0, listener);
  const server: EchoServer = {
    url: `http://127.0.0.1:${http.port}`,
    events,
    failures,
    answer: async () => ({
      statusCode: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"ok":true}',
    }),
    lastEvent() {
      const last = events.at(-1);
      if (!last) throw new Error('No function was called');
      return last.event;
    },
    async raw(text) {
      const socket = connect(http.port, '127.0.0.1');
      socket.end(text);
      let received = '';
      socket.on('data', chunk => {
        received += chunk;
      });
      socket.on('error', () => {});
      await once(socket, 'close');
      return received;
    },
    stop: options => http.stop(options),
  };
  return server;
}
