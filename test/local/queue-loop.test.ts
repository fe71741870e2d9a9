import { setTimeout as delay } from 'node:timers/promises';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { clientSettings } from '../../adapters/aws-client.ts';
import { startQueueLoop } from '../../local/stand-ins/queue-loop.ts';
import { Queue, type SqsService, startSqs } from '../../local/stand-ins/sqs.ts';
import { REGION } from '../../local/stand-ins/stand-in.ts';
import { eventually } from '../support/eventually.ts';

const queue = new Queue('worker');
let sqs: SqsService;
let client: SQSClient;

beforeAll(async () => {
  sqs = await startSqs([queue]);
  client = new SQSClient(clientSettings({ region: REGION, endpoint: sqs.endpoint }));
});

afterAll(async () => {
  client.destroy();
  await sqs.stop();
});

const send = (MessageBody: string, DelaySeconds?: number, QueueUrl = sqs.urlOf(queue)) =>
  client.send(new SendMessageCommand({ QueueUrl, MessageBody, DelaySeconds }));

it('calls the function at once, then for each message, and keeps the messages that failed', async () => {
  const scheduled: unknown[] = [];
  const bodies: string[] = [];
  const failures: unknown[] = [];
  const loop = startQueueLoop({
    queue,
    onFailure: failure => failures.push(failure),
    async scheduled(event, context) {
      expect(context.getRemainingTimeInMillis()).toBeGreaterThan(0);
      scheduled.push(event);
    },
    async handler({ Records: records }, context) {
      expect(context.getRemainingTimeInMillis()).toBeGreaterThan(0);
      for (const { body } of records) bodies.push(body);
      if (records.some(({ body }) => body === 'thrown')) throw new Error('thrown');
      const failed = records.filter(({ body }) => body === 'bad');
      return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
    },
  });

  await eventually(async () => expect(scheduled).toHaveLength(1));
  await send('thrown');
  await eventually(async () => expect(failures).toMatchObject([{ message: 'thrown' }]));
  for (const body of ['good', 'bad']) await send(body);
  await eventually(async () => expect(bodies.toSorted()).toEqual(['bad', 'good', 'thrown']));
  await eventually(async () => expect(queue.size).toBe(2));

  const startedAt = performance.now();
  await loop.stop();
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(failures).toHaveLength(1);
});

it('tells a running call that its time is up when it stops', async () => {
  let begun = () => {};
  const running = new Promise<void>(resolve => {
    begun = resolve;
  });
  let batches = 0;
  const loop = startQueueLoop({
    queue,
    onFailure: () => {},
    handler: async () => ({ batchItemFailures: [] }),
    async scheduled(_event, context) {
      begun();
      // As the outbox does: runs another batch while there is time.
      for (; context.getRemainingTimeInMillis() > 0; batches++) await delay(20);
    },
  });
  await running;
  const startedAt = performance.now();
  await loop.stop();
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  expect(batches).toBeGreaterThan(0);
});

it('delivers a message after its delay, and one with a shorter delay first', async () => {
  const delayed = new Queue('delayed');
  const { signal } = new AbortController();
  const sentAt = performance.now();
  delayed.send('later', 0.4);
  const [first, second] = [await next(), await next()];

  async function next() {
    const receiving = delayed.receive(signal);
    if (delayed.size === 1) delayed.send('now');
    const [message] = await receiving;
    return { body: message?.body, after: performance.now() - sentAt };
  }
  expect(first.body).toBe('now');
  expect(second.body).toBe('later');
  expect(second.after).toBeGreaterThanOrEqual(400);
});

it('rejects a queue that does not exist', async () => {
  await expect(send('lost', 0, `${sqs.endpoint}/000000000000/other`)).rejects.toThrow(
    'No such operation or queue',
  );
});

it('ends a wait when it is aborted, even after a message that was delayed', async () => {
  const stopping = new AbortController();
  const delayed = new Queue('delayed');
  delayed.send('later', 0.02);
  expect(await delayed.receive(stopping.signal)).toHaveLength(1);
  const received = delayed.receive(stopping.signal);
  stopping.abort();
  expect(await Promise.race([received, delay(5_000, 'too late', { ref: false })])).toEqual([]);
});
