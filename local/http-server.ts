import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ApiError, toApiError } from '../core/errors.ts';
import type { HttpHandler } from '../lambdas/http-handler.ts';
import type { HttpFunction, Route } from '../lambdas/routes.ts';
import type { SiteFile } from '../lib/build/site-file.ts';
import { sendError, sendResult } from './http/answer.ts';
import { toEvent } from './http/event.ts';
import { createHostCheck } from './http/host.ts';
import { invoke, payloadTooLarge } from './http/invoke.ts';
import { readBody } from './http/read-body.ts';
import { createRouteMatcher } from './http/router.ts';
import { sourceIp } from './http/source-ip.ts';
import { createStaticFiles } from './http/static-files.ts';

/** A page or file that only the local run has. */
export type LocalRoute = (
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
) => Promise<void>;

export interface HttpServerOptions {
  readonly routes: readonly Route[];
  readonly handlers: Readonly<Record<HttpFunction, HttpHandler>>;
  readonly files: ReadonlyMap<string, SiteFile>;
  /** By path; GET and HEAD. */
  readonly localRoutes: ReadonlyMap<string, LocalRoute>;
  /** Where the service says that it is. */
  readonly baseUrl: string;
  /** Whether the last address in `X-Forwarded-For` is the visitor's. */
  readonly trustProxy: boolean;
  /** Told of what went wrong on our side. */
  readonly onFailure: (cause: unknown, requestId: string) => void;
}

/** What nobody but the person at this machine may read. */
const PRIVATE = '/_local/';

/** Bytes of a refused body that are still read, so that the client gets to see the answer. */
const DRAINED_BYTES = 64 << 20;

const badRequest = (): ApiError =>
  new ApiError('validation_failed', 'The request line is not a path', {
    resolution: 'Send an absolute path.',
  });

const foreignHost = (): ApiError =>
  new ApiError('not_found', 'Nothing is kept here under this host name', {
    resolution: 'Use the host name of BASE_URL, localhost, or an IP address.',
  });

/** Path and query of a request line; a proxy's absolute form (`GET http://host/path`) counts as its path. */
function splitTarget(url: string): { path: string; query: string } | undefined {
  const target = url.startsWith('/') ? url : /^https?:\/\/[^/?#]+(\/[^#]*)$/i.exec(url)?.[1];
  if (target === undefined) return undefined;
  const mark = target.indexOf('?');
  return mark === -1
    ? { path: target, query: '' }
    : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

function drain(request: IncomingMessage): void {
  let left = DRAINED_BYTES;
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) request.destroy();
  });
}

/** What API Gateway and CloudFront do before and after the functions, for one `node:http` server. */
export async function createHttpListener(options: HttpServerOptions): Promise<RequestListener> {
  const { handlers, localRoutes, trustProxy, onFailure } = options;
  const match = createRouteMatcher(options.routes);
  const staticFiles = await createStaticFiles(options.files);
  const isOwnHost = createHostCheck(options.baseUrl);

  async function callFunction(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    { path, query }: { path: string; query: string },
  ): Promise<void> {
    const method = request.method ?? 'GET';
    const { routeKey, function: functionName, pathParameters } = match(method, path);
    const body = await readBody(request);
    if (body === undefined) {
      response.shouldKeepAlive = false;
      drain(request);
      throw payloadTooLarge();
    }
    const event = toEvent({
      request,
      requestId,
      sourceIp: sourceIp(request, trustProxy),
      method,
      rawPath: path,
      rawQueryString: query,
      routeKey,
      pathParameters,
      body,
    });
    await sendResult(request, response, await invoke(functionName, handlers[functionName], event));
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
  ): Promise<void> {
    const target = splitTarget(request.url ?? '');
    if (!target) throw badRequest();
    if (staticFiles(request, response, target.path, requestId)) return;
    if (target.path.startsWith(PRIVATE) && !isOwnHost(request.headers.host)) throw foreignHost();
    const reads = request.method === 'GET' || request.method === 'HEAD';
    const localRoute = reads ? localRoutes.get(target.path) : undefined;
    if (localRoute) {
      response.setHeader('x-request-id', requestId);
      return localRoute(request, response, new URLSearchParams(target.query));
    }
    return callFunction(request, response, requestId, target);
  }

  return (request, response) => {
    const requestId = randomUUID();
    answer(request, response, requestId).catch((thrown: unknown) => {
      // A client that went away has nobody to hear an answer.
      if (response.destroyed) return;
      const error = toApiError(thrown);
      if (error.status >= 500) onFailure(error.cause ?? error, requestId);
      sendError(response, error, requestId);
    });
  };
}
