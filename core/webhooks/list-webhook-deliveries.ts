import * as z from 'zod';
import { EFFECT } from '../kernel/operation.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { DELIVERY_STATES, WebhookDelivery } from './schemas.ts';
import type { WebhookServices } from './services.ts';
import { requireFound, toDelivery, webhookRef } from './webhook.ts';

export const listWebhookDeliveries = defineWaitlistOperation({
  name: 'list_webhook_deliveries',
  group: 'webhooks',
  title: 'List webhook deliveries',
  summary: 'List what was sent, and how your server responded',
  description: 'Deliveries of the last 30 days, newest first, without personal data.',
  method: 'GET',
  path: '/api/v1/waitlists/{id}/webhooks/{webhookId}/deliveries',
  scope: 'waitlists:read',
  effect: EFFECT.read,
  input: () =>
    z.object({
      id: WaitlistId,
      webhookId: z.string(),
      state: z.enum(DELIVERY_STATES).optional().meta({ description: 'Default: all' }),
      limit: z.int().min(1).max(200).default(50),
      offset: z.int().min(0).default(0),
    }),
  output: () =>
    z.object({ deliveries: z.array(WebhookDelivery()), total: z.int(), limit: z.int(), offset: z.int() }),
  async run(
    { waitlist, services }: WaitlistContext<WebhookServices>,
    { webhookId, state = null, limit, offset },
  ) {
    const query = { ...webhookRef(waitlist, webhookId), state, limit, offset };
    const { deliveries, total } = requireFound(await services.deliveryLog.list(query), 'webhook');
    return { deliveries: deliveries.map(toDelivery), total, limit, offset };
  },
});
