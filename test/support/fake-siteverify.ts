import type { ServerResponse } from 'node:http';
import { listen } from '../../local/http/listen.ts';

/** What a fake siteverify does for one request. */
export type Reaction = (response: ServerResponse) => void;

export interface FakeSiteverify {
  readonly url: string;
  /** The forms that were posted. */
  readonly requests: readonly Readonly<Record<string, string>>[];
  /** The content types of those forms. */
  readonly contentTypes: readonly (string | undefined)[];
  /** Sets what happens to the next requests, in order; the last one repeats. */
  react(...reactions: [Reaction, ...Reaction[]]): void;
  stop(): Promise<void>;
}

/** A response with a JSON body. */
export const answering =
  (body: unknown, status = 200): Reaction =>
  response =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** A response of success, or with these error codes. */
export const verdict = (...errors: string[]): Reaction =>
  answering({ success: errors.length === 0, 'error-codes': errors, messages: [] });

/** Breaks the connection. */
export const breaking: Reaction = response => response.destroy();

/** Never responds. */
export const hanging: Reaction = () => {};

/** Starts a siteverify whose behavior tests control, including faults. By default every token passes. */
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
