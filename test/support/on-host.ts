import { type IncomingHttpHeaders, request } from 'node:http';

export interface HostAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface HostRequest {
  readonly method?: string;
  readonly path?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends a request with another `Host`, as if that name resolved to the server; `fetch` sets `Host` itself. */
export function askOnHost(
  url: string,
  host: string,
  { method = 'GET', path = '/', body, headers = {} }: HostRequest = {},
): Promise<HostAnswer> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: hostname,
        port,
        method,
        path,
        agent: false,
        headers: { host, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      },
      response => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', chunk => {
          text += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body === undefined ? undefined : JSON.stringify(body));
  });
}
