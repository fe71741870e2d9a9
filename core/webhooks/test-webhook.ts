import * as z from 'zod';
import { type Creating, EFFECT } from '../kernel/operation.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { WebhookDelivery } from './schemas.ts';
import type { WebhookServices } from './services.ts';
import { requireFound, toDelivery, webhookRef } from './webhook.ts';

export const testWebhook = defineWaitlistOperation({
  name: 'test_webhook',
  group: 'webhooks',
  title: 'Test a webhook',
  summary: 'Send a webhook.test event',
  description:
    'Sends webhook.test, without personal data, also to a disabled webhook. list_webhook_deliveries shows the answer.',
  method: 'POST',
  path: '/api/v1/waitlists/{id}/webhooks/{webhookId}/test',
  scope: 'webhooks:write',
  effect: { ...EFFECT.create, openWorld: true },
  status: 202,
  input: () => z.object({ id: WaitlistId, webhookId: z.string() }),
  output: () => z.object({ delivery: WebhookDelivery() }),
  async run({ waitlist, services, creationId }: Creating<WaitlistContext<WebhookServices>>, { webhookId }) {
    const delivery = requireFound(
      await services.deliveryLog.test(webhookRef(waitlist, webhookId), creationId),
      'webhook',
    );
    await services.worker.wake();
    return { delivery: toDelivery(delivery) };
  },
});
