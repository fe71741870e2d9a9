import type { ServerResponse } from 'node:http';
import { listen } from '../../local/http/listen.ts';

/** What a fake siteverify does with one request. */
export type Reaction = (response: ServerResponse) => void;

export interface FakeSiteverify {
  readonly url: string;
  /** The forms that were posted. */
  readonly requests: readonly Readonly<Record<string, string>>[];
  /** Content types of those. */
  readonly contentTypes: readonly (string | undefined)[];
  /** Chooses what happens to the next requests, one after the other; the last goes on for ever. */
  react(...reactions: [Reaction, ...Reaction[]]): void;
  stop(): Promise<void>;
}

/** An answer with a body of JSON. */
export const answering =
  (body: unknown, status = 200): Reaction =>
  response =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** An answer of success or of these error codes. */
export const verdict = (...errors: string[]): Reaction =>
  answering({ success: errors.length === 0, 'error-codes': errors, messages: [] });

/** The connection breaks. */
export const breaking: Reaction = response => response.destroy();

/** No answer comes. */
export const hanging: Reaction = () => {};

/** Starts a siteverify whose behaviour tests choose, faults included. At first it lets everybody pass. */
export async function startFakeSiteverify(): Promise<FakeSiteverify> {
  const requests: Record<string, string>[] = [];
  const contentTypes: (string | undefined)[] = [];
  let reactions: Reaction[] = [verdict()];
  const server = await listen('127.0.0.1', 0, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    requests.push(Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())));
    contentTypes.push(request.headers['content-type']);
    const [reaction = verdict(), ...later] = reactions;
    if (later.length > 0) reactions = later;
    reaction(response);
  });
  return {
    url: `http://127.0.0.1:${server.port}/siteverify`,
    requests,
    contentTypes,
    react(...chosen) {
      reactions = chosen;
      requests.length = 0;
      contentTypes.length = 0;
    },
    stop: () => server.stop({ force: true }),
  };
}
