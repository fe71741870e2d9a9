import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

/** The response of SES to SendEmail: accepted, or an API error. */
export type SesVerdict =
  | 'accept'
  /** It takes the email, and its answer is lost. */
  | 'lost'
  | { readonly status: number; readonly type: string; readonly message?: string };

/** An SES that rejects like the real one: error name in `x-amzn-errortype`, message in the body. */
export interface FailingSes {
  readonly endpoint: string;
  /** Recipients of every request, in order, accepted or not. */
  readonly asked: string[];
  /** Resolves when no client is connected any longer, with all requests until then in `asked`. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** The body, or null if the client disconnected before sending all of it. */
async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
    return Buffer.concat(chunks).toString();
  } catch {
    return null;
  }
}

/** @param verdict - called with the recipient, the request's number, the subject, and the text, before any response is sent. */
export async function startFailingSes(
  verdict: (to: string, count: number, subject: string, text: string) => SesVerdict,
  quota = { MaxSendRate: 10_000, Max24HourSend: -1, SentLast24Hours: 0 },
): Promise<FailingSes> {
  const asked: string[] = [];
  const answering = new Set<Promise<void>>();
  const sockets = new Set<Socket>();

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request);
    if (body === null) return;
    response.setHeader('content-type', 'application/json');
    if (request.method === 'GET') {
      // GetAccount.
      response.end(JSON.stringify({ SendQuota: quota }));
      return;
    }
    const { Destination, Content } = JSON.parse(body);
    const to: string = Destination.ToAddresses[0];
    asked.push(to);
    const { Subject, Body } = Content.Simple;
    const said = verdict(to, asked.length, Subject.Data, Body.Text.Data);
    if (said === 'lost') {
      response.destroy();
    } else if (said === 'accept') {
      response.end(JSON.stringify({ MessageId: `message-${asked.length}` }));
    } else {
      response.writeHead(said.status, { 'x-amzn-errortype': said.type });
      response.end(JSON.stringify({ message: said.message ?? `Refused ${to}` }));
    }
  }

  const server = createServer((request, response) => {
    const answered = answer(request, response);
    answering.add(answered);
    answered.finally(() => answering.delete(answered));
  });
  server.on('connection', socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async settled() {
      for (const socket of sockets) await new Promise(resolve => socket.once('close', resolve));
      await Promise.all(answering);
    },
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
