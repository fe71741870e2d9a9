import * as z from 'zod';
import { EFFECT } from '../kernel/operation.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import type { WebhookServices } from './services.ts';
import { requireFound, webhookRef } from './webhook.ts';

export const deleteWebhook = defineWaitlistOperation({
  name: 'delete_webhook',
  group: 'webhooks',
  title: 'Delete a webhook',
  summary: 'Stop sending events to a url',
  description: 'Pending deliveries are not sent.',
  method: 'DELETE',
  path: '/api/v1/waitlists/{id}/webhooks/{webhookId}',
  scope: 'webhooks:write',
  effect: EFFECT.destroy,
  input: () => z.object({ id: WaitlistId, webhookId: z.string() }),
  output: () => z.object({ deleted: z.literal(true) }),
  async run({ waitlist, services }: WaitlistContext<WebhookServices>, { webhookId }) {
    requireFound(await services.webhooks.delete(webhookRef(waitlist, webhookId)), 'webhook');
    return { deleted: true as const };
  },
});
