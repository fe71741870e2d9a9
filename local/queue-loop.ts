import { randomUUID } from 'node:crypto';
import {
  DeleteMessageBatchCommand,
  type Message,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { createContext } from './http/invoke.ts';

/** A function that a queue feeds. */
export type QueueHandler = (
  event: { Records: SQSEvent['Records'] },
  context: Context,
) => Promise<SQSBatchResponse>;

/** A function that a schedule calls. */
export type ScheduledHandler = (event: Record<string, unknown>, context: Context) => Promise<unknown>;

export interface QueueLoopOptions {
  /** The function's. */
  readonly name: string;
  readonly handler: QueueHandler;
  /** Called once a minute, and at once. */
  readonly scheduled?: ScheduledHandler;
  readonly queueUrl: string;
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  /** Told of a run that failed; its messages come back. */
  readonly onFailure: (cause: unknown) => void;
}

/** As the stack sets them: messages of one call, seconds of a long poll, and how long a call may take. */
const BATCH = 10;
const POLL_SECONDS = 20;
const TIMEOUT_MS = 60_000;
const SCHEDULE_MS = 60_000;
/** After a failure of the queue itself. */
const PAUSE_MS = 500;

const toRecord = (message: Message, queueArn: string, region: string): SQSEvent['Records'][number] => ({
  messageId: message.MessageId ?? '',
  receiptHandle: message.ReceiptHandle ?? '',
  body: message.Body ?? '',
  attributes: (message.Attributes ?? {}) as unknown as SQSEvent['Records'][number]['attributes'],
  messageAttributes: {},
  md5OfBody: message.MD5OfBody ?? '',
  eventSource: 'aws:sqs',
  eventSourceARN: queueArn,
  awsRegion: region,
});

const scheduledEvent = (region: string) => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: '000000000000',
  time: new Date().toISOString(),
  region,
  resources: [],
  detail: {},
});

/** A pause that ends early when the loop is stopped. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
  });
}

/**
 * Calls a function as Lambda's event source mapping does for its queue, and, where it has one, as EventBridge does on its
 * schedule: once a minute, and now, because what a killed run left behind has lost its message.
 */
export function startQueueLoop(options: QueueLoopOptions): { stop(): Promise<void> } {
  const { name, handler, scheduled, queueUrl, endpoint, region, credentials, onFailure } = options;
  const queueArn = `arn:aws:sqs:${region}:${new URL(queueUrl).pathname.slice(1).replace('/', ':')}`;
  const client = new SQSClient({ endpoint, region, credentials, maxAttempts: 1 });
  const stopping = new AbortController();
  const { signal } = stopping;

  /** A run that is under way when we stop finds that its time is up: it ends after its batch and claims no more. */
  function newContext(): Context {
    const context = createContext(name, randomUUID(), TIMEOUT_MS);
    const getRemainingTimeInMillis = () => (signal.aborted ? 0 : context.getRemainingTimeInMillis());
    return { ...context, getRemainingTimeInMillis };
  }

  async function receive(): Promise<Message[]> {
    const command = new ReceiveMessageCommand({
      QueueUrl: queueUrl,
      MaxNumberOfMessages: BATCH,
      WaitTimeSeconds: POLL_SECONDS,
      MessageSystemAttributeNames: ['All'],
    });
    const { Messages = [] } = await client.send(command, { abortSignal: signal });
    return Messages;
  }

  /** Deletes what was done; the others are shown again after the queue's visibility time-out. */
  async function work(messages: Message[]): Promise<void> {
    const Records = messages.map(message => toRecord(message, queueArn, region));
    const { batchItemFailures } = await handler({ Records }, newContext());
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    const entries = messages
      .filter(({ MessageId }) => !failed.has(MessageId ?? ''))
      .map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    if (entries.length > 0) {
      await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries: entries }));
    }
  }

  async function followQueue(): Promise<void> {
    while (!signal.aborted) {
      try {
        const messages = await receive();
        if (messages.length > 0) await work(messages);
      } catch (error) {
        if (signal.aborted) return;
        onFailure(error);
        await pause(PAUSE_MS, signal);
      }
    }
  }

  async function followSchedule(call: ScheduledHandler): Promise<void> {
    while (!signal.aborted) {
      await call(scheduledEvent(region), newContext()).catch(onFailure);
      await pause(SCHEDULE_MS, signal);
    }
  }

  const running = Promise.all([followQueue(), scheduled && followSchedule(scheduled)]);
  return {
    async stop() {
      stopping.abort();
      await running;
      client.destroy();
    },
  };
}
