import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { createContext } from '../http/invoke.ts';
import type { Queue, QueuedMessage } from './sqs.ts';
import { REGION } from './stand-in.ts';

/** A function that a queue triggers. */
export type QueueHandler = (event: SQSEvent, context: Context) => Promise<SQSBatchResponse>;

export interface QueueLoopOptions {
  readonly queue: Queue;
  readonly handler: QueueHandler;
  /** Called at startup, to find work left by a killed run, and then once a minute. */
  readonly scheduled?: (event: Record<string, unknown>, context: Context) => Promise<unknown>;
  /** Called when a call fails; its messages come back. */
  readonly onFailure: (cause: unknown) => void;
}

/** As in the stack. */
const TIMEOUT_MS = 60_000;
const SCHEDULE_MS = 60_000;
const CONCURRENCY = 5;

const toRecord = ({ id, body }: QueuedMessage, { name }: Queue): SQSRecord => ({
  messageId: id,
  receiptHandle: id,
  body,
  attributes: {} as SQSRecord['attributes'],
  messageAttributes: {},
  md5OfBody: '',
  eventSource: 'aws:sqs',
  eventSourceARN: `arn:aws:sqs:${REGION}:000000000000:${name}`,
  awsRegion: REGION,
});

const scheduledEvent = () => ({
  version: '0',
  id: randomUUID(),
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: '000000000000',
  time: new Date().toISOString(),
  region: REGION,
  resources: [],
  detail: {},
});

/** Calls a function for the messages of its queue and on a schedule, as Lambda and EventBridge do. */
export function startQueueLoop(options: QueueLoopOptions): { stop(): Promise<void> } {
  const { queue, handler, scheduled, onFailure } = options;
  const stopping = new AbortController();
  const { signal } = stopping;

  /** When we stop, a running call is told that its time is up: it ends after its batch. */
  function newContext(): Context {
    const context = createContext(queue.name, randomUUID(), TIMEOUT_MS);
    const getRemainingTimeInMillis = () => (signal.aborted ? 0 : context.getRemainingTimeInMillis());
    return { ...context, getRemainingTimeInMillis };
  }

  /** Deletes the handled messages; the others become visible again later. */
  async function handle(messages: readonly QueuedMessage[]): Promise<void> {
    const Records = messages.map(message => toRecord(message, queue));
    const { batchItemFailures } = await handler({ Records }, newContext());
    const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    queue.delete(messages.filter(({ id }) => !failed.has(id)));
  }

  async function followQueue(): Promise<void> {
    while (!signal.aborted) {
      const messages = await queue.receive(signal);
      if (messages.length > 0) await handle(messages).catch(onFailure);
    }
  }

  async function followSchedule(): Promise<void> {
    while (scheduled && !signal.aborted) {
      await scheduled(scheduledEvent(), newContext()).catch(onFailure);
      await delay(SCHEDULE_MS, undefined, { signal }).catch(() => {});
    }
  }

  const followers = Array.from({ length: CONCURRENCY }, followQueue);
  const running = Promise.all([...followers, followSchedule()]);
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}
