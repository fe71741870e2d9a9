import * as z from 'zod';
import { type CallerContext, EFFECT } from '../kernel/operation.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { Events, Format, WEBHOOK_STATES, Webhook, WebhookUrl } from './schemas.ts';
import type { WebhookServices } from './services.ts';
import { requireFound, toWebhook, webhookRef } from './webhook.ts';
import { checkWebhookUrl } from './webhook-url.ts';

export const updateWebhook = defineWaitlistOperation({
  name: 'update_webhook',
  group: 'webhooks',
  title: 'Update a webhook',
  summary: 'Change a webhook, or turn it off or on',
  description: 'Changes only the fields you send. A new url gets what is pending; once disabled, that fails.',
  method: 'PATCH',
  path: '/api/v1/waitlists/{id}/webhooks/{webhookId}',
  scope: 'webhooks:write',
  effect: { ...EFFECT.update, openWorld: true },
  example: { state: 'disabled' },
  input: () =>
    z.object({
      id: WaitlistId,
      webhookId: z.string(),
      url: WebhookUrl().optional(),
      events: Events().optional(),
      format: Format().optional(),
      state: z.enum(WEBHOOK_STATES).optional(),
    }),
  output: () => z.object({ webhook: Webhook() }),
  check({ site }: CallerContext<WebhookServices>, { url }) {
    checkWebhookUrl(site, url);
  },
  async run({ waitlist, services }: WaitlistContext<WebhookServices>, { webhookId, ...changes }) {
    const updated = await services.webhooks.update(webhookRef(waitlist, webhookId), changes);
    return { webhook: toWebhook(requireFound(updated, 'webhook')) };
  },
});
