import { createInvoker } from '../../adapters/lambda/invoker.ts';
import { SendResult, type SendWebhook } from '../../core/webhooks/webhook-sender.ts';
import type { webhookSender } from '../../settings/needs.ts';
import type { Settings } from '../../settings/read-settings.ts';

/** Sends webhooks through this deployment's function `webhook-sender`. */
export function webhookSenderFrom(settings: Settings<typeof webhookSender>): SendWebhook {
  const invoke = createInvoker({
    region: settings.AWS_REGION,
    functionName: settings.WEBHOOK_SENDER_FUNCTION_NAME,
    endpoint: settings.AWS_ENDPOINT_URL_LAMBDA,
    // A job has 20 seconds (RESERVE_MS). The outbox tries again.
    answerMs: 19_000,
    maxAttempts: 1,
  });
  return async message => SendResult.parse(await invoke(message));
}
