import { randomUUID } from 'node:crypto';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { ApiError, toApiError } from '../../core/kernel/errors.ts';
import type { HttpHandler } from '../../lambdas/http/http-handler.ts';
import type { Route } from '../../lambdas/http/routes.ts';
import { plainNotFound } from '../../lambdas/pages/plain-not-found.ts';
import type { SiteFile } from '../../lib/build/site-file.ts';
import { tidyLanguages } from '../../lib/edge/languages.js';
import { documentAt, isPage, tidyPath } from '../../lib/edge/tidy-path.js';
import { sendError, sendResult } from './answer.ts';
import { toEvent } from './event.ts';
import { createHostReader } from './host.ts';
import { invoke, payloadTooLarge } from './invoke.ts';
import { readBody } from './read-body.ts';
import { createRouteMatcher } from './router.ts';
import { sourceIp } from './source-ip.ts';
import { createStaticFiles } from './static-files.ts';

/** A page or file that exists only in the local run. */
export type LocalRoute = (
  request: IncomingMessage,
  response: ServerResponse,
  query: URLSearchParams,
) => Promise<void>;

/** Answers a request without the HTTP functions. */
export type Detour = (request: IncomingMessage, response: ServerResponse, requestId: string) => Promise<void>;

export interface HttpServerOptions {
  readonly routes: readonly Route[];
  /** By function. */
  readonly handlers: ReadonlyMap<string, HttpHandler>;
  readonly files: ReadonlyMap<string, SiteFile>;
  /** Serves the dashboard; undefined for any other method or path. */
  readonly dashboard: (method: string, path: string) => Detour | undefined;
  /** By path for GET and HEAD, otherwise by method and path: `POST /_local/checkout`. */
  readonly localRoutes: ReadonlyMap<string, LocalRoute>;
  /** Accepts uploads and serves uploaded files; undefined for any other method or path. */
  readonly uploads: (method: string, path: string) => Detour | undefined;
  /** Streams downloads; undefined for any other method or path. */
  readonly downloads: (method: string, path: string) => Detour | undefined;
  /** The service's public URL. */
  readonly baseUrl: string;
  /** Whether a host is an active custom domain. */
  readonly isActiveDomain: (host: string) => Promise<boolean>;
  /** Whether the last address in `X-Forwarded-For` is the visitor's. */
  readonly trustProxy: boolean;
  /** Called for every failure on our side. */
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

/** To the one path of a page. */
const redirectTo = ({ path, query }: Target, requestId: string) => ({
  statusCode: 308,
  headers: { location: query === '' ? path : `${path}?${query}`, 'x-request-id': requestId },
});

/** The files of the hosted page, served on every host. */
const PAGE_FILES = '/_page/';

/** The other requests that a custom domain serves, like lib/edge/domain-request.js for CloudFront. */
const isDomainRequest = (method: string, path: string): boolean =>
  method === 'POST'
    ? /^\/(w\/[^/]+\/(signups|status-links|visits)|s\/[^/]+\/answers)$/.test(path)
    : /^\/(s\/[^/]+)?$/.test(path) && (method === 'GET' || method === 'HEAD');

/** Calls the function of a route. */
async function callFunction(
  match: ReturnType<typeof createRouteMatcher>,
  { handlers, trustProxy }: HttpServerOptions,
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
  { path, query }: Target,
): Promise<void> {
  const method = request.method ?? 'GET';
  const { routeKey, function: functionName, pathParameters } = match(method, path);
  const body = await readBody(request);
  if (body === undefined) throw payloadTooLarge();
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

/** For one `node:http` server, does the work of API Gateway and CloudFront around the functions. */
export function createHttpListener(options: HttpServerOptions): RequestListener {
  const { localRoutes, onFailure } = options;
  const match = createRouteMatcher(options.routes);
  const staticFiles = createStaticFiles(options.files);
  const hostOf = createHostReader(options.baseUrl);

  /** Answers for another host, custom domain or not, where only the files of the hosted page exist besides its own requests. */
  async function answerDomainFile(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
    target: Target,
    name: string,
  ): Promise<void> {
    const isFile = target.path.startsWith(PAGE_FILES) && (await options.isActiveDomain(name));
    const sent = isFile && staticFiles(request, response, target.path, requestId);
    if (sent) return sent;
    await sendResult(request, response, plainNotFound());
  }

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    requestId: string,
  ): Promise<void> {
    const asked = splitTarget(request.url ?? '');
    if (!asked) throw badRequest();
    const host = hostOf(request, asked.authority);
    if (!host) throw ambiguousHost();
    const method = request.method ?? 'GET';
    const target = { ...asked, path: tidyPath(asked.path) };
    // Only this server may set the requested host, never the client.
    delete request.headers['x-viewer-host'];
    request.headers['accept-language'] = tidyLanguages(request.headers['accept-language'] ?? '');
    if (!host.isOwn && !isDomainRequest(method, target.path))
      return answerDomainFile(request, response, requestId, target, host.name);
    if (target.path !== asked.path && isPage(method, target.path))
      return sendResult(request, response, redirectTo(target, requestId));
    if (!host.isOwn) {
      request.headers['x-viewer-host'] = host.name;
      return callFunction(match, options, request, response, requestId, target);
    }
    const document = documentAt(target.path, request.headers.accept ?? '');
    const sent = staticFiles(request, response, document, requestId);
    if (sent) return sent;
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
    return callFunction(match, options, request, response, requestId, target);
  }

  return (request, response) => {
    const requestId = randomUUID();
    answer(request, response, requestId).catch((thrown: unknown) => {
      // The client has disconnected.
      if (response.destroyed) return;
      const error = toApiError(thrown);
      if (error.status >= 500) onFailure(error.cause ?? error, requestId);
      sendError(response, error, requestId);
    });
  };
}
