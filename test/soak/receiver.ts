import type { ServerResponse } from 'node:http';
import { Webhook } from 'standardwebhooks';
import { listen } from '../../local/http/listen.ts';

/** An event that the service told, however often. */
export interface Told {
  readonly id: string;
  readonly list: string;
  readonly type: string;
  readonly entryId: string;
  times: number;
}

/** The systems of owners, which their webhooks tell. */
export interface Receiver {
  /** By `webhook-id`. */
  readonly told: ReadonlyMap<string, Told>;
  /** Requests with a wrong signature, or with two contents under one id. */
  readonly surprises: readonly string[];
  urlOf(slug: string): string;
  /** Requests about a waitlist are signed with this from now on. */
  trust(slug: string, secret: string): void;
  /** It refuses everything, takes it without an answer for now, or works. */
  become(mode: 'down' | 'slow' | 'up'): void;
  stop(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const secrets = new Map<string, string>();
  const told = new Map<string, Told>();
  const surprises: string[] = [];
  /** Answers that a slow receiver owes. */
  const owed: ServerResponse[] = [];
  let mode: Parameters<Receiver['become']>[0] = 'up';

  function record(list: string, headers: Record<string, string>, body: string): void {
    new Webhook(secrets.get(list) ?? '').verify(body, headers);
    const { type, data } = JSON.parse(body);
    const id = headers['webhook-id'] ?? '';
    const entryId: string = data.entry.id;
    const event = told.get(id) ?? { id, list, type, entryId, times: 0 };
    told.set(id, event);
    event.times++;
    if (event.list !== list || event.type !== type || event.entryId !== entryId)
      surprises.push(`${id} tells ${type} of ${entryId}, and told ${event.type} of ${event.entryId}`);
  }

  const http = await listen('127.0.0.1', 0, async (request, response) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      // The server was killed while it sent.
      return;
    }
    if (mode === 'down') {
      response.writeHead(503).end();
      return;
    }
    const list = request.url?.slice(1) ?? '';
    try {
      record(list, request.headers as Record<string, string>, Buffer.concat(chunks).toString());
    } catch (error) {
      surprises.push(`a request about ${list}: ${error}`);
    }
    response.writeHead(204);
    if (mode === 'slow') owed.push(response);
    else response.end();
  });

  return {
    told,
    surprises,
    urlOf: slug => `http://127.0.0.1:${http.port}/${slug}`,
    trust(slug, secret) {
      secrets.set(slug, secret);
    },
    become(next) {
      mode = next;
      for (const response of owed.splice(0)) response.end();
    },
    stop: () => http.stop({ force: true }),
  };
}
