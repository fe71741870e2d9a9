import * as z from 'zod';
import { notFound } from '../kernel/errors.ts';
import { type CallerContext, type Creating, EFFECT } from '../kernel/operation.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { Events, Format, Secret, WEBHOOKS_MAX, Webhook, WebhookUrl } from './schemas.ts';
import type { WebhookServices } from './services.ts';
import { newSecret, tooManyWebhooks, toWebhook } from './webhook.ts';
import { checkWebhookUrl } from './webhook-url.ts';

export const createWebhook = defineWaitlistOperation({
  name: 'create_webhook',
  group: 'webhooks',
  title: 'Create a webhook',
  summary: 'Send events of a waitlist to your server',
  description: `POSTs each event to your url, signed as Standard Webhooks describes, with name and email. slack and discord get a message with name and place. Anything but a 2xx within 15 seconds is retried for three days. A waitlist can have ${WEBHOOKS_MAX}.`,
  method: 'POST',
  path: '/api/v1/waitlists/{id}/webhooks',
  scope: 'webhooks:write',
  effect: { ...EFFECT.create, openWorld: true },
  status: 201,
  errors: ['limit_reached'],
  example: { url: 'https://example.com/webhooks', events: ['entry.joined', 'entry.referred'] },
  input: () =>
    z.object({ id: WaitlistId, url: WebhookUrl(), events: Events(), format: Format().default('standard') }),
  output: () => z.object({ webhook: Webhook(), secret: Secret() }),
  location: ({ webhook }, { id }) => `/api/v1/waitlists/${id}/webhooks/${webhook.id}`,
  check({ site }: CallerContext<WebhookServices>, { url }) {
    checkWebhookUrl(site, url);
  },
  async run(
    { waitlist, services, creationId }: Creating<WaitlistContext<WebhookServices>>,
    { url, events, format },
  ) {
    const waitlistId = waitlist.id;
    const secret = newSecret();
    const sealed = await services.sealer.seal(secret, { waitlistId, purpose: 'webhook' });
    const webhook = await services.webhooks.create(
      { waitlistId, webhookId: creationId, url, events, format, secret: sealed },
      WEBHOOKS_MAX,
    );
    if (webhook === 'limit_reached') throw tooManyWebhooks();
    if (webhook === null) throw notFound('waitlist');
    return { webhook: toWebhook(webhook), secret };
  },
});
