import * as z from 'zod';
import { type Creating, EFFECT } from '../kernel/operation.ts';
import { defineWaitlistOperation, type WaitlistContext } from '../waitlists/waitlist-operation.ts';
import { WaitlistId } from '../waitlists/waitlist-ref.ts';
import { Secret } from './schemas.ts';
import type { WebhookServices } from './services.ts';
import { newSecret, requireFound, tooManyRotations, webhookRef } from './webhook.ts';
import { OLD_SECRET_HOURS, OLD_SECRETS_MAX } from './webhook-store.ts';

export const rotateWebhookSecret = defineWaitlistOperation({
  name: 'rotate_webhook_secret',
  group: 'webhooks',
  title: 'Rotate a webhook secret',
  summary: 'Replace the signing secret',
  description: `Returns a new secret. The old one signs too for ${OLD_SECRET_HOURS} hours, after each of up to ${OLD_SECRETS_MAX} rotations a day.`,
  method: 'POST',
  path: '/api/v1/waitlists/{id}/webhooks/{webhookId}/rotate',
  scope: 'webhooks:write',
  effect: { ...EFFECT.update, idempotent: false },
  errors: ['limit_reached'],
  input: () => z.object({ id: WaitlistId, webhookId: z.string() }),
  output: () => z.object({ secret: Secret() }),
  async run(context: Creating<WaitlistContext<WebhookServices>>, { webhookId }) {
    const { waitlist, services, creationId } = context;
    const secret = newSecret();
    const sealed = await services.sealer.seal(secret, { waitlistId: waitlist.id, purpose: 'webhook' });
    const ref = webhookRef(waitlist, webhookId);
    const rotated = requireFound(await services.webhooks.rotate(ref, creationId, sealed), 'webhook');
    if (rotated === 'limit_reached') throw tooManyRotations();
    return { secret };
  },
});
