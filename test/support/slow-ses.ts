import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';

/** An SES that accepts every email, after a while. */
export interface SlowSes {
  readonly endpoint: string;
  /** Recipients of the emails it accepted, in order. */
  readonly accepted: string[];
  stop(): Promise<void>;
}

export async function startSlowSes(latencyMs: number): Promise<SlowSes> {
  const accepted: string[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === 'GET') {
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ SendQuota: { MaxSendRate: 10_000, Max24HourSend: -1, SentLast24Hours: 0 } }),
      );
      return;
    }
    const { Destination } = JSON.parse(await text(request));
    await delay(latencyMs);
    accepted.push(Destination.ToAddresses[0]);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ MessageId: `message-${accepted.length}` }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    accepted,
    async stop() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
