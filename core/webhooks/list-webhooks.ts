import * as z from 'zod';
import { EFFECT } from '../kernel/operation.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { Webhook } from './schemas.ts';
import type { WebhookServices } from './services.ts';
import { toWebhook } from './webhook.ts';

export const listWebhooks = defineWaitlistOperation({
  name: 'list_webhooks',
  group: 'webhooks',
  title: 'List webhooks',
  summary: 'List the webhooks of a waitlist',
  description: 'Oldest first. Secrets are never returned.',
  method: 'GET',
  path: '/api/v1/waitlists/{id}/webhooks',
  scope: 'waitlists:read',
  effect: EFFECT.read,
  input: () => z.object({ id: WaitlistId }),
  output: () => z.object({ webhooks: z.array(Webhook()) }),
  async run({ waitlist, services }: WaitlistContext<WebhookServices>) {
    return { webhooks: (await services.webhooks.list(waitlist.id)).map(toWebhook) };
  },
});
