import { createWebhookSender } from '../../adapters/webhooks/send-webhook.ts';
import { type SendResult, WebhookMessage } from '../../core/webhooks/webhook-sender.ts';
import { runtime, webhookReceivers } from '../../settings/needs.ts';
import { type Environment, readSettings } from '../../settings/read-settings.ts';
import { createLogger } from '../services/logger.ts';

/** Invoked only by our own functions, with a {@link WebhookMessage}. */
export type WebhookSenderHandler = (message: unknown) => Promise<SendResult>;

export const needs = [runtime, webhookReceivers] as const;

/** The only function that sends webhooks. It logs nothing of a message, which contains signups. */
export function createHandler(environment: Environment): WebhookSenderHandler {
  const settings = readSettings(needs, environment);
  const logger = createLogger('webhook-sender', settings);
  const send = createWebhookSender({ allowLoopback: settings.ALLOW_INSECURE_LOOPBACK });

  return async message => {
    const parsed = WebhookMessage.safeParse(message);
    // Paths only: the values are personal data.
    if (!parsed.success)
      throw new Error(
        `Invalid webhook message: ${parsed.error.issues.map(issue => issue.path[0]).join(', ')}`,
      );
    const started = performance.now();
    const result = await send(parsed.data);
    // Not the answer's body, which may repeat the message.
    const outcome = 'status' in result ? { status: result.status } : result;
    logger.info('webhook sent', { ...outcome, ms: Math.round(performance.now() - started) });
    return result;
  };
}
