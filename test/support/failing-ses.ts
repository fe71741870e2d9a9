import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What SES answers to a SendEmail: accepted, or an error of its API. */
export type SesVerdict = 'accept' | { readonly status: number; readonly type: string };

/** An SES that refuses as the real one does: error name in `x-amzn-errortype`, message in the body. */
export interface FailingSes {
  readonly endpoint: string;
  /** Recipients of every request, in order, accepted or not. */
  readonly asked: string[];
  stop(): Promise<void>;
}

export async function startFailingSes(
  verdict: (to: string, count: number) => SesVerdict,
): Promise<FailingSes> {
  const asked: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const to: string = JSON.parse(Buffer.concat(chunks).toString()).Destination.ToAddresses[0];
    asked.push(to);
    const answer = verdict(to, asked.length);
    response.setHeader('content-type', 'application/json');
    if (answer === 'accept') {
      response.end(JSON.stringify({ MessageId: `message-${asked.length}` }));
    } else {
      response.writeHead(answer.status, { 'x-amzn-errortype': answer.type });
      response.end(JSON.stringify({ message: `Refused ${to}` }));
    }
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    stop: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
