import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ApiError, toApiError } from '../core/kernel/errors.ts';
import type { HttpHandler } from '../lambdas/http/http-handler.ts';
import type { Route } from '../lambdas/http/routes.ts';
import { plainNotFound } from '../lambdas/pages/plain-not-found.ts';
import type { SiteFile } from '../lib/build/site-file.ts';
import { sendError, sendResult } from './http/answer.ts';
import { toEvent } from './http/event.ts';
import { createHostReader } from './http/host.ts';
import { invoke, payloadTooLarge } from './http/invoke.ts';
import { dismissBody, readBody } from './http/read-body.ts';
import { createRouteMatcher } from './http/router.ts';
import { sourceIp } from './http/source-ip.ts';
import { createStaticFiles } from './http/static-files.ts';

/** A page or file that only the local run has. */
export type LocalRoute = (
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
) => Promise<void>;

/** Answers a request that goes past the functions. */
export type Detour = (request: IncomingMessage, response: ServerResponse, requestId: string) => Promise<void>;

export interface HttpServerOptions {
  readonly routes: readonly Route[];
  /** By function. */
  readonly handlers: ReadonlyMap<string, HttpHandler>;
  readonly files: ReadonlyMap<string, SiteFile>;
  /** What shows the dashboard; undefined for every other method and path. */
  readonly dashboard: (method: string, path: string) => Detour | undefined;
  /** By path, for GET and HEAD; those of another method by that as well: `POST /_local/checkout`. */
  readonly localRoutes: ReadonlyMap<string, LocalRoute>;
  /** What takes uploads and serves what was uploaded; undefined for every other method and path. */
  readonly uploads: (method: string, path: string) => Detour | undefined;
  /** What answers with files that stream; undefined for every other method and path. */
  readonly downloads: (method: string, path: string) => Detour | undefined;
  /** Where the service says that it is. */
  readonly baseUrl: string;
  /** Whether a host is a custom domain that shows a page. */
  readonly isActiveDomain: (host: string) => Promise<boolean>;
  /** Whether the last address in `X-Forwarded-For` is the visitor's. */
  readonly trustProxy: boolean;
  /** Told of what went wrong on our side. */
  readonly onFailure: (cause: unknown, requestId: string) => void;
}

const badRequest = (): ApiError =>
  new ApiError('validation_failed', 'The request line is not a path', {
    resolution: 'Send an absolute path.',
  });

const ambiguousHost = (): ApiError =>
  new ApiError('validation_failed', 'The request does not name one host', {
    resolution: 'Send one Host header.',
  });

interface Target {
  readonly path: string;
  readonly query: string;
  /** The host of a request line in absolute form. */
  readonly authority: string | undefined;
}

/** Path and query of a request line, which may be in a proxy's absolute form (`GET http://host/path`). */
function splitTarget(url: string): Target | undefined {
  const [, authority, rest] = url.startsWith('/')
    ? [undefined, undefined, url]
    : (/^https?:\/\/([^/?#]+)(\/[^#]*)$/i.exec(url) ?? []);
  if (rest === undefined) return undefined;
  const mark = rest.indexOf('?');
  return mark === -1
    ? { path: rest, query: '', authority }
    : { path: rest.slice(0, mark), query: rest.slice(mark + 1), authority };
}

/** The page's own files, which a page needs under whichever host it is shown. */
const PAGE_FILES = '/_page/';

/** What a custom domain has beside those, as CloudFront lets it through (lib/edge/domain-request.js). */
const isDomainRequest = (method: string | undefined, path: string): boolean =>
  method === 'POST'
    ? /^\/w\/[^/]+\/signups$/.test(path)
    : path === '/' && (method === 'GET' || method === 'HEAD');

/** What API Gateway and CloudFront do before and after the functions, for one `node:http` server. */
export async function createHttpListener(options: HttpServerOptions): Promise<RequestListener> {
  const { handlers, localRoutes, trustProxy, onFailure } = options;
  const match = createRouteMatcher(options.routes);
  const staticFiles = await createStaticFiles(options.files);
  const hostOf = createHostReader(options.baseUrl);

  async function callFunction(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    { path, query }: Target,
  ): Promise<void> {
    const method = request.method ?? 'GET';
    const { routeKey, function: functionName, pathParameters } = match(method, path);
    const body = await readBody(request);
    if (body === undefined) {
      dismissBody(request, response);
      throw payloadTooLarge();
    }
    const event = toEvent({
      request,
      requestId,
      sourceIp: sourceIp(request, trustProxy),
      method,
      path,
      rawQueryString: query,
      routeKey,
      pathParameters,
      body,
    });
    const handler = handlers.get(functionName);
    if (!handler) throw new Error(`There is no function ${functionName}`);
    await sendResult(request, response, await invoke(functionName, handler, event));
  }

  /** A custom domain, or a name that is none: in both cases nothing of ours but the one page. */
  async function answerDomain(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    target: Target,
    name: string,
  ): Promise<void> {
    if (isDomainRequest(request.method, target.path)) {
      request.headers['x-viewer-host'] = name;
      return callFunction(request, response, requestId, target);
    }
    const isFile = target.path.startsWith(PAGE_FILES) && (await options.isActiveDomain(name));
    if (isFile && staticFiles(request, response, target.path, requestId)) return;
    dismissBody(request, response);
    await sendResult(request, response, plainNotFound());
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
  ): Promise<void> {
    const target = splitTarget(request.url ?? '');
    if (!target) throw badRequest();
    const host = hostOf(request, target.authority);
    if (!host) throw ambiguousHost();
    // Whatever the client sent there, only who stands in front of the functions says which host was asked for.
    delete request.headers['x-viewer-host'];
    if (!host.isOwn) return answerDomain(request, response, requestId, target, host.name);
    if (staticFiles(request, response, target.path, requestId)) return;
    const method = request.method ?? 'GET';
    const detour =
      options.uploads(method, target.path) ??
      options.downloads(method, target.path) ??
      options.dashboard(method, target.path);
    if (detour) return detour(request, response, requestId);
    const reads = method === 'GET' || method === 'HEAD';
    const localRoute = localRoutes.get(reads ? target.path : `${method} ${target.path}`);
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
