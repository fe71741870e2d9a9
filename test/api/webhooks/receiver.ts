import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { listen } from '../../../local/http/listen.ts';

/** A request that a receiver got. */
export interface Received {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read members of events that they then compare
  readonly event: any;
}

export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** How it answers from now on. Default: 204. */
  answer(how: (response: ServerResponse) => void): void;
  /** Those of a type. */
  ofType(type: string): Received[];
  stop(): Promise<void>;
}

export const withStatus = (status: number, headers: Record<string, string> = {}) => {
  return (response: ServerResponse) => {
    response.writeHead(status, headers).end();
  };
};

/** Accepts, and never answers. */
export const never = (): void => {};

/** A server on loopback that keeps what it gets. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let answer: (response: ServerResponse) => void = withStatus(204);
  const http = await listen('127.0.0.1', 0, (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', chunk => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const { headers } = request;
      received.push({ id: String(headers['webhook-id']), headers, body, event: JSON.parse(body) });
      answer(response);
    });
  });
  return {
    url: `http://127.0.0.1:${http.port}/hook`,
    received,
    answer(how) {
      answer = how;
    },
    ofType: type => received.filter(({ event }) => event.type === type),
    stop: () => http.stop({ force: true }),
  };
}

/** What the receiver of a webhook does first. @throws {Error} unless the secret signed it */
export const verify = (secret: string, { body, headers }: Received): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);
