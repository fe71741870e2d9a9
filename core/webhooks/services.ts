import type { ContactServices } from '../entries/complete-contacts.ts';
import type { WakeUp } from '../outbox/outbox-store.ts';
import type { Sealer } from '../sealing/sealer.ts';
import type { WaitlistFinder } from '../waitlists/require-waitlist.ts';
import type { DeliveryLogStore } from './delivery-log-store.ts';
import type { WebhookStore } from './webhook-store.ts';

/** The services that manage webhooks. */
export interface WebhookServices extends WaitlistFinder {
  readonly webhooks: WebhookStore;
  readonly deliveryLog: DeliveryLogStore;
  readonly sealer: Pick<Sealer, 'seal'>;
  /** Woken to send what was queued. */
  readonly worker: Pick<WakeUp, 'wake'>;
}

/** The services that show a body. */
export interface PeopleWebhookServices extends WaitlistFinder, ContactServices {
  readonly deliveryLog: Pick<DeliveryLogStore, 'content'>;
}
