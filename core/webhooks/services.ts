import type { ContactServices } from '../entries/complete-contacts.ts';
import type { WakeUp } from '../outbox/outbox-store.ts';
import type { Sealer } from '../sealing/sealer.ts';
import type { WaitlistFinder } from '../waitlists/require-waitlist.ts';
import type { WebhookStore } from './webhook-store.ts';

/** What managing webhooks needs. */
export interface WebhookServices extends WaitlistFinder {
  readonly webhooks: WebhookStore;
  readonly sealer: Pick<Sealer, 'seal'>;
  /** Woken to send what was queued. */
  readonly worker: Pick<WakeUp, 'wake'>;
}

/** What showing a body needs. */
export interface PeopleWebhookServices extends WaitlistFinder, ContactServices {
  readonly webhooks: Pick<WebhookStore, 'content'>;
}
