import { randomBytes } from 'node:crypto';
import { ApiError, notFound } from '../kernel/errors.ts';
import { isUuid } from '../kernel/schemas.ts';
import type { WaitlistRecord } from '../waitlists/waitlist.ts';
import type { DeliveryRecord } from './delivery-log-store.ts';
import { WEBHOOKS_MAX, type Webhook, type WebhookDelivery } from './schemas.ts';
import { OLD_SECRET_HOURS, OLD_SECRETS_MAX, type WebhookRecord, type WebhookRef } from './webhook-store.ts';

/** A secret as Standard Webhooks writes it: 24 random bytes in base64. */
export const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

export const toWebhook = ({ events, failingSince, createdAt, ...webhook }: WebhookRecord): Webhook => ({
  ...webhook,
  events: [...events],
  failingSince: failingSince?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
});

export const toDelivery = ({ nextAttemptAt, createdAt, ...delivery }: DeliveryRecord): WebhookDelivery => ({
  ...delivery,
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
});

/**
 * The webhook of a request.
 * @param what - what the request asks for
 * @throws {ApiError} `not_found` if no webhook can have that id
 */
export function webhookRef(
  { id: waitlistId }: WaitlistRecord,
  webhookId: string,
  what: 'webhook' | 'delivery' = 'webhook',
): WebhookRef {
  if (!isUuid(webhookId)) throw notFound(what);
  return { waitlistId, webhookId };
}

/**
 * Returns the record, or throws if there is none.
 * @throws {ApiError} `not_found`
 */
export function requireFound<Found>(found: Found | null | false, what: 'webhook' | 'delivery'): Found {
  if (found === null || found === false) throw notFound(what);
  return found;
}

export const tooManyWebhooks = (): ApiError =>
  new ApiError('limit_reached', `A waitlist can have ${WEBHOOKS_MAX} webhooks`, {
    resolution: 'Delete a webhook first, or send more events to one.',
  });

export const tooManyRotations = (): ApiError =>
  new ApiError(
    'limit_reached',
    `This secret was rotated ${OLD_SECRETS_MAX} times in ${OLD_SECRET_HOURS} hours, and each old secret still signs`,
    { resolution: 'Try again when a day has passed since the first of these rotations.' },
  );
