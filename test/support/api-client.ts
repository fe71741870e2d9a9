import { DASHBOARD_HEADER } from '../../core/sessions/session-store.ts';

/** A response, with the JSON body, or the text if it is not JSON. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of responses that they then compare
  readonly body: any;
}

export type Json = Record<string, unknown>;

export type RequestBody = string | Uint8Array<ArrayBuffer>;

export interface ApiClient {
  request(
    method: string,
    path: string,
    options?: { body?: RequestBody; headers?: Record<string, string> },
  ): Promise<Answer>;
  get(path: string): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  post(path: string, body: Json): Promise<Answer>;
  patch(path: string, body: Json): Promise<Answer>;
}

async function toAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    status: response.status,
    headers: response.headers,
    body: isJson && text !== '' ? JSON.parse(text) : text,
  };
}

/** Calls a server as a user would: plain HTTP, with an optional key. Redirects are returned, not followed. */
export const createApiClient = (url: string, key?: string): ApiClient =>
  createClient(url, key === undefined ? {} : { authorization: `Bearer ${key}` });

/** Calls a server as the dashboard does, in a browser with the session of `secret`. */
export const createPersonClient = (url: string, secret: string): ApiClient =>
  createClient(url, {
    cookie: `anteroom=${secret}`,
    'sec-fetch-site': 'same-origin',
    [DASHBOARD_HEADER.header]: DASHBOARD_HEADER.value,
  });

function createClient(url: string, always: Record<string, string>): ApiClient {
  const request: ApiClient['request'] = async (method, path, { body, headers } = {}) =>
    toAnswer(
      await fetch(new URL(path, url), {
        method,
        headers: { ...always, ...headers },
        redirect: 'manual',
        ...(body !== undefined && { body }),
      }),
    );

  const send = (method: string) => (path: string, body: Json) =>
    request(method, path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });

  return {
    request,
    get: path => request('GET', path),
    delete: path => request('DELETE', path),
    post: send('POST'),
    patch: send('PATCH'),
  };
}
