import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type RequestListener, type Server, STATUS_CODES } from 'node:http';
import { isIPv6, type Socket } from 'node:net';
import { ApiError } from '../../core/kernel/errors.ts';
import { LocalRunError } from '../local-run-error.ts';
import { errorAnswer } from './answer.ts';
import { TIMEOUT_MS } from './limits.ts';

/** `localhost` means one or the other, depending on the client. */
const LOOPBACK = ['127.0.0.1', '::1'] as const;

/** The machine lacks this address; the other loopback address is enough. */
const ABSENT = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);

/** Longer than a function may run. */
const PATIENCE_MS = TIMEOUT_MS + 1_000;

export interface Listening {
  readonly port: number;
  /** Stops accepting connections, answers the open requests, and closes. */
  stop(options?: { force?: boolean }): Promise<void>;
}

/** The error for a request that Node's parser rejects. */
function toRefusal(code: string | undefined): ApiError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new ApiError('payload_too_large', 'The headers of the request are larger than 16 KB', {
      resolution: 'Send less than 16 KB of headers.',
    });
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new ApiError('validation_failed', 'The request did not arrive in time', {
      resolution: 'Send the whole request at once.',
    });
  }
  return new ApiError('validation_failed', 'The request is malformed', {
    resolution: 'Send a well-formed HTTP/1.1 request.',
  });
}

/** Answers a request that never reached a listener: not HTTP, or too long. */
function refuse(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const refusal = toRefusal(error.code);
  const { headers, body } = errorAnswer(refusal, randomUUID());
  const lines = Object.entries({ ...headers, connection: 'close' }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  socket.end(
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join('\r\n')}\r\n\r\n${body}`,
  );
}

async function bind(host: string, port: number, listener: RequestListener): Promise<Server> {
  const server = createServer({ keepAliveTimeout: 65_000 }, listener);
  server.on('clientError', refuse);
  server.listen({ host, port, ipv6Only: isIPv6(host) });
  await once(server, 'listening');
  return server;
}

const portOf = (server: Server): number => (server.address() as { port: number }).port;

function explain(error: NodeJS.ErrnoException, host: string, port: number): Error {
  if (error.code === 'EADDRINUSE') {
    return new LocalRunError(
      `Port ${port} is already in use. Stop the other program, or choose another port: PORT=${port + 1} npm start`,
    );
  }
  if (error.code === 'EACCES')
    return new LocalRunError(`You are not allowed to use port ${port}. Set PORT to 1024 or higher.`);
  return new LocalRunError(
    `HOST=${host} is not an address of this machine (${error.code ?? error.message}).`,
  );
}

async function close(server: Server, force: boolean): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  if (force) server.closeAllConnections();
  else server.closeIdleConnections();
  // A slow client must not keep us from stopping.
  const harder = setTimeout(() => server.closeAllConnections(), PATIENCE_MS);
  await closed;
  clearTimeout(harder);
}

/**
 * Listens on a host, or on both loopback addresses.
 * @throws {LocalRunError} if the port is in use or the host is not an address of this machine
 */
export async function listen(
  host: string | undefined,
  port: number,
  listener: RequestListener,
): Promise<Listening> {
  let stopping = false;
  const servers: Server[] = [];
  const answering: RequestListener = (request, response) => {
    if (stopping) response.shouldKeepAlive = false;
    // A connection that was busy at the stop is idle now.
    response.once('close', () => {
      if (stopping) for (const server of servers) server.closeIdleConnections();
    });
    listener(request, response);
  };
  let stopped: Promise<unknown> | undefined;
  const stop = async ({ force = false } = {}) => {
    stopping = true;
    stopped ??= Promise.all(servers.map(server => close(server, force)));
    await stopped;
  };

  for (const address of host === undefined ? LOOPBACK : [host]) {
    try {
      const [first] = servers;
      servers.push(await bind(address, first ? portOf(first) : port, answering));
    } catch (error) {
      const problem = error as NodeJS.ErrnoException;
      if (servers.length > 0 && ABSENT.has(problem.code ?? '')) continue;
      await stop();
      throw explain(problem, address, port);
    }
  }
  const [first] = servers;
  if (!first) throw new Error('Nothing listens');
  return { port: portOf(first), stop };
}
