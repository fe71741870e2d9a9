import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A function that others invoke: takes what JSON holds, and returns such. */
export type InvokedFunction = (payload: unknown) => Promise<unknown>;

/** A stand-in of Lambda's `Invoke` in this process. */
export interface LambdaService {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** Lambda's limit of a request and of an answer, in bytes. */
const MAX_PAYLOAD = 6 * 1024 * 1024;
const PATH = /^\/2015-03-31\/functions\/([\w-]+)\/invocations$/;

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const refusal = (status: number, type: string, message: string): Answer => ({
  status,
  headers: { 'x-amzn-errortype': type },
  body: JSON.stringify({ Type: 'User', Message: message }),
});

/** How an error of a function reaches whoever invoked it: a success of Lambda that says so in a header. */
const failed = (errorType: string, errorMessage: string): Answer => ({
  status: 200,
  headers: { 'x-amz-function-error': 'Unhandled' },
  body: JSON.stringify({ errorType, errorMessage }),
});

async function read(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_PAYLOAD) chunks.push(chunk);
  }
  return length > MAX_PAYLOAD ? null : Buffer.concat(chunks).toString();
}

async function invoke(
  request: IncomingMessage,
  functions: Readonly<Record<string, InvokedFunction>>,
): Promise<Answer> {
  const payload = await read(request);
  const [, name = ''] = PATH.exec(request.url ?? '') ?? [];
  const fn = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (request.method !== 'POST' || !fn) {
    return refusal(404, 'ResourceNotFoundException', `Function not found: ${name}`);
  }
  if (payload === null)
    return refusal(413, 'RequestTooLargeException', 'Request must be smaller than 6291456 bytes');
  try {
    const body = JSON.stringify((await fn(JSON.parse(payload))) ?? null);
    if (Buffer.byteLength(body) > MAX_PAYLOAD) {
      return failed(
        'Function.ResponseSizeTooLarge',
        'Response payload size exceeded maximum allowed payload size',
      );
    }
    return { status: 200, body };
  } catch (error) {
    return failed('Error', error instanceof Error ? error.message : 'unknown');
  }
}

/** Starts it on a free port of the loopback interface, for these functions. */
export async function startLambda(
  functions: Readonly<Record<string, InvokedFunction>>,
): Promise<LambdaService> {
  const server = createServer((request, response) => {
    invoke(request, functions).then(
      ({ status, headers, body }) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
      },
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async stop() {
      server.close();
      server.closeIdleConnections();
      const harder = setTimeout(() => server.closeAllConnections(), 2_000);
      await once(server, 'close');
      clearTimeout(harder);
    },
  };
}
