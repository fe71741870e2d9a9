import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { WakeUp } from '../../core/outbox/outbox-store.ts';
import { clientSettings, timeouts } from '../aws-client.ts';

interface WakeUpOptions {
  readonly region: string;
  readonly queueUrl: string;
  /** Only for stand-ins of SQS. */
  readonly endpoint?: string | undefined;
  /** Called when a wake-up could not be sent. */
  readonly onFailure: (error: unknown) => void;
}

/** SQS's delivery delay in seconds: longer than the time in which no second message is sent. */
const DELAY_SECONDS = 1;
const QUIET_MS = 800;
/** As long as SQS holds a message back. */
const LONGEST_DELAY_SECONDS = 900;

/**
 * Wakes the worker through a queue, with at most one message for each 0.8 s of a process. A message is delivered a
 * second after it was sent, so it covers everything committed while it suppressed others.
 */
export function createWakeUp({ region, queueUrl, endpoint, onFailure }: WakeUpOptions): WakeUp {
  const client = new SQSClient({
    ...clientSettings({ region, endpoint }),
    maxAttempts: 2,
    requestHandler: timeouts({ connectMs: 1_000, answerMs: 2_000 }),
  });
  let last = { sentAt: Number.NEGATIVE_INFINITY, sent: Promise.resolve() };

  async function send(delaySeconds = DELAY_SECONDS): Promise<void> {
    try {
      await client.send(
        new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: '{}', DelaySeconds: delaySeconds }),
      );
    } catch (error) {
      onFailure(error);
    }
  }

  return {
    wake() {
      const now = performance.now();
      if (now - last.sentAt > QUIET_MS) last = { sentAt: now, sent: send() };
      return last.sent;
    },
    async wakeAfter(seconds) {
      if (seconds <= LONGEST_DELAY_SECONDS) await send(Math.max(Math.ceil(seconds), 0));
    },
  };
}
