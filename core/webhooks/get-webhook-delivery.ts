import * as z from 'zod';
import { EFFECT } from '../kernel/operation.ts';
import { isUuid } from '../kernel/schemas.ts';
import { definePeopleWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { composeBodies } from './event.ts';
import { WebhookDelivery } from './schemas.ts';
import type { PeopleWebhookServices } from './services.ts';
import { requireFound, toDelivery, webhookRef } from './webhook.ts';

export const getWebhookDelivery = definePeopleWaitlistOperation({
  name: 'get_webhook_delivery',
  group: 'dashboard',
  title: 'Get a webhook delivery',
  summary: 'Read one delivery with the body that is sent',
  description: 'body is null if the row in your own database is gone, so that nothing can be sent.',
  method: 'GET',
  path: '/api/v1/dashboard/waitlists/{id}/webhooks/{webhookId}/deliveries/{deliveryId}',
  effect: EFFECT.read,
  errors: ['external_database_unavailable'],
  input: () => z.object({ id: WaitlistId, webhookId: z.string(), deliveryId: z.string() }),
  output: () => z.object({ delivery: WebhookDelivery(), url: z.string(), body: z.string().nullable() }),
  async run({ waitlist, services, site }: WaitlistContext<PeopleWebhookServices>, { webhookId, deliveryId }) {
    const ref = webhookRef(waitlist, webhookId, 'delivery');
    const found = isUuid(deliveryId) && (await services.deliveryLog.content(ref, deliveryId));
    const { url, delivery, event, storage } = requireFound(found, 'delivery');
    const bodies = await composeBodies({ ...services, site }, [event], storage);
    return { delivery: toDelivery(delivery), url, body: bodies.get(event.id) ?? null };
  },
});
