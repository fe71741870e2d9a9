import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { WakeUp } from '../../core/outbox/outbox-store.ts';
import { clientSettings, timeouts } from '../aws-client.ts';

interface WakeUpOptions {
  readonly region: string;
  readonly queueUrl: string;
  /** Only for stand-ins of SQS. */
  readonly endpoint?: string | undefined;
  /** How long the queue holds a message back. SQS takes whole seconds. */
  readonly delaySeconds: number;
  /** Called when a wake-up could not be sent. */
  readonly onFailure: (error: unknown) => void;
}

/** The part of the delay in which no second message is sent. */
const QUIET = 0.8;
/** As long as SQS holds a message back. */
const LONGEST_DELAY_SECONDS = 900;

/**
 * Wakes the worker through a queue. A message is delivered after a delay, and for most of that a process sends no other:
 * it covers everything committed while it suppressed others.
 */
export function createWakeUp({ region, queueUrl, endpoint, delaySeconds, onFailure }: WakeUpOptions): WakeUp {
  const client = new SQSClient({
    ...clientSettings({ region, endpoint }),
    maxAttempts: 2,
    requestHandler: timeouts({ connectMs: 1_000, answerMs: 2_000 }),
  });
  let last = { sentAt: Number.NEGATIVE_INFINITY, sent: Promise.resolve() };

  async function send(seconds = delaySeconds): Promise<void> {
    try {
      await client.send(
        new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: '{}', DelaySeconds: seconds }),
      );
    } catch (error) {
      onFailure(error);
    }
  }

  return {
    wake() {
      const now = performance.now();
      if (now - last.sentAt >= delaySeconds * QUIET * 1000) last = { sentAt: now, sent: send() };
      return last.sent;
    },
    async wakeAfter(seconds) {
      if (seconds <= LONGEST_DELAY_SECONDS) await send(Math.max(Math.ceil(seconds), 0));
    },
  };
}
