import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { clientSettings, timeouts } from '../../../adapters/aws-client.ts';

const sockets: Socket[] = [];
/** Takes connections and never answers. */
const silent = createServer(socket => sockets.push(socket));
beforeAll(async () => {
  silent.listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  silent.close();
});

it('a client stops waiting for a server that takes a request and never answers', async () => {
  const client = new SQSClient({
    ...clientSettings({
      region: 'us-east-1',
      endpoint: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    }),
    maxAttempts: 1,
    requestHandler: timeouts({ connectMs: 1_000, answerMs: 50 }),
  });
  await expect(client.send(new GetQueueUrlCommand({ QueueName: 'any' }))).rejects.toMatchObject({
    name: 'TimeoutError',
  });
  client.destroy();
});
