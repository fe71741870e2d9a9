import * as z from 'zod';
import { EFFECT } from '../kernel/operation.ts';
import { isUuid } from '../kernel/schemas.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { WebhookDelivery } from './schemas.ts';
import type { WebhookServices } from './services.ts';
import { requireFound, toDelivery, webhookRef } from './webhook.ts';

export const replayWebhookDelivery = defineWaitlistOperation({
  name: 'replay_webhook_delivery',
  group: 'webhooks',
  title: 'Replay a webhook delivery',
  summary: 'Send a delivery again',
  description: 'Sends it now, with the same webhook-id and body, and retries like a new one.',
  method: 'POST',
  path: '/api/v1/waitlists/{id}/webhooks/{webhookId}/deliveries/{deliveryId}/replay',
  scope: 'webhooks:write',
  effect: { ...EFFECT.create, openWorld: true },
  status: 202,
  input: () => z.object({ id: WaitlistId, webhookId: z.string(), deliveryId: z.string() }),
  output: () => z.object({ delivery: WebhookDelivery() }),
  async run({ waitlist, services }: WaitlistContext<WebhookServices>, { webhookId, deliveryId }) {
    const ref = webhookRef(waitlist, webhookId, 'delivery');
    const replayed = isUuid(deliveryId) && (await services.deliveryLog.replay(ref, deliveryId));
    const delivery = requireFound(replayed, 'delivery');
    await services.worker.wake();
    return { delivery: toDelivery(delivery) };
  },
});
