import type { IncomingHttpHeaders } from 'node:http';
import { createHostCheck } from '../http/host.ts';
import { listen } from '../http/listen.ts';
import { readBody } from '../http/read-body.ts';

/** The URLs of the AWS stand-ins. */
export const REGION = 'us-east-1';

/** A service of AWS, Stripe, or Cloudflare, imitated by this process. */
export interface StandIn {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** A request to a stand-in. */
export interface StandInRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A stand-in's response; `null` drops the connection. */
export type StandInAnswer = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
} | null;

/** More than API Gateway's limit for uploads. */
const MAX_BODY_BYTES = 12 * 1024 * 1024;

const isOwnHost = createHostCheck('http://localhost');

/**
 * Whether a request may come from this server itself. Stand-ins check no credentials, so web pages must not reach them:
 * their requests have an origin, or a host name that somebody pointed at this machine.
 */
const isOwnRequest = ({ host, origin, 'sec-fetch-site': site }: IncomingHttpHeaders): boolean =>
  isOwnHost(host) && origin === undefined && site === undefined;

/** A JSON response. */
export const jsonAnswer = (
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): StandInAnswer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** Starts a stand-in on a free port of the loopback interface. */
export async function startStandIn(
  answer: (request: StandInRequest) => Promise<StandInAnswer> | StandInAnswer,
): Promise<StandIn> {
  const server = await listen('127.0.0.1', 0, async (request, response) => {
    try {
      if (!isOwnRequest(request.headers)) {
        response.writeHead(421).end();
        return;
      }
      const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://localhost');
      const { method = 'GET', headers } = request;
      const body = await readBody(request, MAX_BODY_BYTES);
      const answered = body && (await answer({ method, path, query, headers, body }));
      if (answered) response.writeHead(answered.status ?? 200, answered.headers).end(answered.body);
      else response.destroy();
    } catch {
      response.destroy();
    }
  });
  return { endpoint: `http://127.0.0.1:${server.port}`, stop: () => server.stop({ force: true }) };
}
