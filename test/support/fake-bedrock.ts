import { createServer, type Http2ServerResponse, type ServerHttp2Session } from 'node:http2';
import type { AddressInfo } from 'node:net';

/** A request to the fake, in terms of the Converse API. */
export interface ConverseRequest {
  readonly modelId: string;
  readonly system: readonly { readonly text: string }[];
  readonly messages: readonly {
    readonly role: string;
    readonly content: readonly { readonly text: string }[];
  }[];
  readonly inferenceConfig: { readonly maxTokens: number };
}

/** What it does for one request. */
export type Reply = (response: Http2ServerResponse) => void;

const send = (
  response: Http2ServerResponse,
  status: number,
  body: object,
  headers: Record<string, string> = {},
) => response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));

/** The model returns this text, and stops for this reason. */
export const saying =
  (text: string, stopReason = 'end_turn'): Reply =>
  response =>
    send(response, 200, {
      output: { message: { role: 'assistant', content: [{ text }] } },
      stopReason,
      usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
      metrics: { latencyMs: 1 },
    });

/** An error of the API, by its name. */
export const failing =
  (status: number, type: string): Reply =>
  response =>
    send(response, status, { message: 'No' }, { 'x-amzn-errortype': type });

/** Never responds. */
export const hanging: Reply = () => {};

/** A stand-in for Amazon Bedrock that supports Converse. */
export interface FakeBedrock {
  readonly endpoint: string;
  /** The requests since the replies were set. */
  readonly requests: readonly ConverseRequest[];
  /** Sets the replies to the next requests, in order; the last one repeats. */
  reply(...replies: [Reply, ...Reply[]]): void;
  stop(): Promise<void>;
}

/** Starts one. It checks that calls are valid for Bedrock: signed, to a model's URL, with alternating roles. */
export async function startFakeBedrock(): Promise<FakeBedrock> {
  const requests: ConverseRequest[] = [];
  let replies: Reply[] = [failing(500, 'InternalServerException')];
  // The Bedrock client uses HTTP/2.
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const modelId = /^\/model\/([^/]+)\/converse$/.exec(request.url ?? '')?.[1];
    if (
      modelId === undefined ||
      !/^AWS4-HMAC-SHA256 .*\/bedrock\//.test(request.headers.authorization ?? '')
    ) {
      return failing(403, 'AccessDeniedException')(response);
    }
    const body = JSON.parse(Buffer.concat(chunks).toString()) as ConverseRequest;
    const inTurns = body.messages.every(({ role, content }, index) => {
      return (
        role === (index % 2 === 0 ? 'user' : 'assistant') && content.every(({ text }) => text.trim() !== '')
      );
    });
    if (!inTurns || body.messages.at(-1)?.role !== 'user')
      return failing(400, 'ValidationException')(response);
    requests.push({ ...body, modelId: decodeURIComponent(modelId) });
    const [next = hanging, ...later] = replies;
    if (later.length > 0) replies = later;
    next(response);
  });
  const sessions = new Set<ServerHttp2Session>();
  server.on('session', session => {
    sessions.add(session);
    session.once('close', () => sessions.delete(session));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    reply(...chosen) {
      replies = chosen;
      requests.length = 0;
    },
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        for (const session of sessions) session.destroy();
      }),
  };
}
