import type { Storage } from '../entries/entry-store.ts';
import type { EventRecord } from './event.ts';
import type { DeliveryError, DeliveryState, DeliveryType } from './schemas.ts';
import type { WebhookRef } from './webhook-store.ts';

export interface DeliveryRecord {
  readonly id: string;
  readonly type: DeliveryType;
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly responseStatus: number | null;
  readonly error: DeliveryError | null;
  readonly responseBody: string | null;
  readonly nextAttemptAt: Date | null;
  readonly createdAt: Date;
}

export interface DeliveryQuery extends WebhookRef {
  /** Null: of any state. */
  readonly state: DeliveryState | null;
  /** 1 to 200. */
  readonly limit: number;
  readonly offset: number;
}

export interface DeliveryPage {
  /** Newest first. */
  readonly deliveries: readonly DeliveryRecord[];
  /** All in that state. */
  readonly total: number;
}

/** One delivery with what its body is made of. */
export interface DeliveryContent {
  readonly url: string;
  readonly delivery: DeliveryRecord;
  /** How often it was replayed. */
  readonly replays: number;
  readonly event: EventRecord;
  /** The attached database, if any. */
  readonly storage: Storage | null;
}

/** Deliveries of webhooks. Null: there is no such webhook, delivery, or waitlist. */
export interface DeliveryLogStore {
  /** Queues a delivery with this id that is about nobody, unless there is one. */
  test(ref: WebhookRef, deliveryId: string): Promise<DeliveryRecord | null>;
  /** Queues a delivery once more, with the same id. */
  replay(ref: WebhookRef, deliveryId: string): Promise<DeliveryRecord | null>;
  list(query: DeliveryQuery): Promise<DeliveryPage | null>;
  content(ref: WebhookRef, deliveryId: string): Promise<DeliveryContent | null>;
}
