import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import * as z from 'zod';
import { jsonAnswer, type StandIn, startStandIn } from './stand-in.ts';

export interface QueuedMessage {
  readonly id: string;
  readonly body: string;
  /** On the clock of `performance.now()`. */
  visibleAt: number;
}

/** The same values as in the stack. */
const BATCH = 10;
const VISIBILITY_TIMEOUT_MS = 90_000;
const POLL_MS = 20_000;

/** An in-memory queue. Losing it is harmless: a message only wakes a function that also looks for work at startup. */
export class Queue {
  readonly name: string;
  #messages: QueuedMessage[] = [];
  readonly #waiting = new Set<AbortController>();

  constructor(name: string) {
    this.name = name;
  }

  /** The number of messages, including those being processed. */
  get size(): number {
    return this.#messages.length;
  }

  send(body: string, delaySeconds = 0): QueuedMessage {
    const message = { id: randomUUID(), body, visibleAt: performance.now() + delaySeconds * 1000 };
    this.#messages.push(message);
    for (const woken of this.#waiting) woken.abort();
    return message;
  }

  /** Waits for messages and hides them from later calls for a while; returns none if the signal ends the wait. */
  async receive(signal: AbortSignal): Promise<QueuedMessage[]> {
    while (!signal.aborted) {
      const now = performance.now();
      const visible = this.#messages.filter(({ visibleAt }) => visibleAt <= now).slice(0, BATCH);
      for (const message of visible) message.visibleAt = now + VISIBILITY_TIMEOUT_MS;
      if (visible.length > 0) return visible;
      await this.#wait(Math.min(...this.#messages.map(({ visibleAt }) => visibleAt - now), POLL_MS), signal);
    }
    return [];
  }

  delete(done: readonly QueuedMessage[]): void {
    this.#messages = this.#messages.filter(message => !done.includes(message));
  }

  /** Ends the wait early for a new message. */
  async #wait(milliseconds: number, signal: AbortSignal): Promise<void> {
    const woken = new AbortController();
    this.#waiting.add(woken);
    await delay(milliseconds, undefined, { signal: AbortSignal.any([signal, woken.signal]) }).catch(() => {});
    this.#waiting.delete(woken);
  }
}

const SendMessage = z.object({
  QueueUrl: z.string(),
  MessageBody: z.string(),
  DelaySeconds: z.number().optional(),
});

export interface SqsService extends StandIn {
  urlOf(queue: Queue): string;
}

/** Starts the SQS stand-in. Functions only send; loops in this process take messages from the queues. */
export async function startSqs(queues: readonly Queue[]): Promise<SqsService> {
  const standIn = await startStandIn(({ headers, body }) => {
    const asked = SendMessage.safeParse(JSON.parse(body.toString()));
    const queue = queues.find(({ name }) => asked.data?.QueueUrl.endsWith(`/${name}`));
    if (headers['x-amz-target'] !== 'AmazonSQS.SendMessage' || !asked.data || !queue) {
      return jsonAnswer(
        { __type: 'com.amazonaws.sqs#InvalidAddress', message: 'No such operation or queue' },
        400,
      );
    }
    const { MessageBody, DelaySeconds } = asked.data;
    const { id } = queue.send(MessageBody, DelaySeconds);
    return jsonAnswer({
      MessageId: id,
      MD5OfMessageBody: createHash('md5').update(MessageBody).digest('hex'),
    });
  });
  return { ...standIn, urlOf: ({ name }) => `${standIn.endpoint}/000000000000/${name}` };
}
