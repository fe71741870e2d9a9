import { setTimeout as delay } from 'node:timers/promises';
import { GetQueueAttributesCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type AwsServices, STAND_IN_AWS, startAwsServices } from '../../local/aws-services.ts';
import { startQueueLoop } from '../../local/queue-loop.ts';
import { eventually } from '../support/eventually.ts';
import { temporaryFolder } from '../support/local-process.ts';

const region = STAND_IN_AWS.AWS_REGION;
const credentials = {
  accessKeyId: STAND_IN_AWS.AWS_ACCESS_KEY_ID,
  secretAccessKey: STAND_IN_AWS.AWS_SECRET_ACCESS_KEY,
};

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let aws: AwsServices;
let sqs: SQSClient;

beforeAll(async () => {
  folder = await temporaryFolder();
  aws = await startAwsServices(folder.path);
  sqs = new SQSClient({ endpoint: aws.endpoint, region, credentials });
});

afterAll(async () => {
  sqs.destroy();
  await aws.stop();
  await folder.remove();
});

it('calls the worker at once, then for each message, and keeps the messages that failed', async () => {
  const scheduled: unknown[] = [];
  const bodies: string[] = [];
  const failures: unknown[] = [];
  const loop = startQueueLoop({
    name: 'worker',
    queueUrl: aws.queueUrl,
    endpoint: aws.endpoint,
    region,
    credentials,
    onFailure: failure => failures.push(failure),
    async scheduled(event, context) {
      expect(context.getRemainingTimeInMillis()).toBeGreaterThan(0);
      scheduled.push(event);
    },
    async handler({ Records: records }, context) {
      expect(context.getRemainingTimeInMillis()).toBeGreaterThan(0);
      for (const { eventSourceARN } of records) {
        expect(eventSourceARN).toBe(`arn:aws:sqs:${region}:000000000000:anteroom-worker`);
      }
      for (const { body } of records) bodies.push(body);
      const failed = records.filter(({ body }) => body === 'bad');
      return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
    },
  });

  await eventually(async () => expect(scheduled).toHaveLength(1));
  for (const MessageBody of ['good', 'bad']) {
    await sqs.send(new SendMessageCommand({ QueueUrl: aws.queueUrl, MessageBody }));
  }
  await eventually(async () => expect(bodies.toSorted()).toEqual(['bad', 'good']));
  await eventually(async () => {
    const { Attributes } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl: aws.queueUrl, AttributeNames: ['All'] }),
    );
    expect(Attributes).toMatchObject({
      ApproximateNumberOfMessages: '0',
      ApproximateNumberOfMessagesNotVisible: '1',
    });
  });

  const startedAt = performance.now();
  await loop.stop();
  expect(performance.now() - startedAt).toBeLessThan(5_000);
  expect(failures).toEqual([]);
});

it('tells a run that is under way that its time is up when it stops', async () => {
  let begun = () => {};
  const running = new Promise<void>(resolve => {
    begun = resolve;
  });
  let batches = 0;
  const loop = startQueueLoop({
    name: 'worker',
    queueUrl: aws.queueUrl,
    endpoint: aws.endpoint,
    region,
    credentials,
    onFailure: () => {},
    handler: async () => ({ batchItemFailures: [] }),
    async scheduled(_event, context) {
      begun();
      // As the outbox does: another batch as long as there is time.
      for (; context.getRemainingTimeInMillis() > 0; batches++) await delay(20);
    },
  });
  await running;
  const startedAt = performance.now();
  await loop.stop();
  expect(performance.now() - startedAt).toBeLessThan(2_000);
  expect(batches).toBeGreaterThan(0);
});
