import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { inject } from 'light-my-request';
import type Provider from 'oidc-provider';
import type { Site } from '../../core/kernel/site.ts';
import type { ApiResponse } from '../middleware/api-request.ts';
import { failureOf, UNUSED_COOKIE } from './library.ts';

/** Request headers that the library sees. It would trust others, so we set those. */
const PASSED_ON = ['authorization', 'content-type', 'user-agent'] as const;

interface LibraryRequest {
  readonly path: string;
  readonly query?: URLSearchParams;
  readonly body?: string;
  readonly contentType?: string;
}

/**
 * Runs the library, which is written for an HTTP server, under our own address.
 * @throws what made the library fail
 */
export async function runLibrary(
  library: Provider,
  site: Site,
  event: APIGatewayProxyEventV2,
  { path, query, body, contentType }: LibraryRequest,
): Promise<ApiResponse> {
  const base = new URL(site.baseUrl);
  const headers: Record<string, string> = {
    host: base.host,
    'x-forwarded-host': base.host,
    'x-forwarded-proto': base.protocol.slice(0, -1),
    accept: 'application/json',
  };
  for (const name of PASSED_ON) {
    const value = event.headers[name];
    if (value !== undefined) headers[name] = value;
  }
  if (contentType !== undefined) headers['content-type'] = contentType;
  if (event.cookies) headers.cookie = event.cookies.join('; ');
  const answer = await inject(library.callback(), {
    method: event.routeKey.startsWith('GET ') ? 'GET' : 'POST',
    url: query ? `${path}?${query}` : path,
    headers,
    ...(body !== undefined && { payload: body }),
  });
  // Logged and answered as everywhere.
  const failure = failureOf(answer.raw.req);
  if (failure !== undefined) throw failure;
  const { 'set-cookie': setCookie, 'content-length': _, connection: __, date: ___, ...rest } = answer.headers;
  const cookies = [setCookie ?? []].flat().filter(cookie => !String(cookie).startsWith(UNUSED_COOKIE));
  return {
    statusCode: answer.statusCode,
    headers: Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
    body: answer.payload,
    ...(cookies.length > 0 && { cookies: cookies.map(String) }),
  };
}
