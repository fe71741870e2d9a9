import type { OutboxClaim } from '../outbox/outbox-store.ts';
import type { DeliveryContent, WebhookRef } from './webhook-store.ts';

/** A webhook, and some of its deliveries that are due. */
export interface DueBatch {
  /** All sealed: the one that signs, and the one that it replaced less than a day ago. */
  readonly secrets: readonly Buffer[];
  readonly isActive: boolean;
  /** The first failure since the last success. */
  readonly failingSince: Date | null;
  /** Those that have waited longest. */
  readonly due: readonly DeliveryContent[];
}

/** What became of an attempt. */
export interface Attempt {
  readonly deliveryId: string;
  readonly isDelivered: boolean;
  /** Null: no answer. */
  readonly responseStatus: number | null;
  /** Null: there is no other attempt. */
  readonly retrySeconds: number | null;
}

/** Whom to tell that a webhook was disabled. */
export interface DisabledRecord {
  readonly email: string;
  readonly url: string;
  readonly waitlistName: string;
}

/** Deliveries to send. Holding the claim on a webhook's one job is the right to send them. */
export interface WebhookWorkStore {
  /**
   * Renews the claim. What was read is durable once this returns.
   * @returns null if the webhook is gone or the claim is lost
   */
  due(ref: WebhookRef, claim: OutboxClaim, limit: number): Promise<DueBatch | null>;
  settle(attempt: Attempt): Promise<void>;
  /** Remembers since when an active webhook has failed. */
  tally(webhookId: string, isFailing: boolean): Promise<void>;
  /** Makes deliveries wait without counting an attempt. */
  postpone(deliveryIds: readonly string[], seconds: number): Promise<void>;
  /** Fails deliveries that have nobody to tell about. */
  drop(deliveryIds: readonly string[]): Promise<void>;
  /** Disables an active webhook, fails what is pending, and queues the email about it. */
  disable(ref: WebhookRef): Promise<void>;
  /** Ends the job, or replaces it with one for the next attempt. @returns when that is due; null: nothing is left */
  finish(ref: WebhookRef, claim: OutboxClaim): Promise<Date | null>;
  /** Null if it is gone, or active again. */
  disabled(webhookId: string): Promise<DisabledRecord | null>;
  /** Deletes old deliveries. */
  sweep(): Promise<void>;
}

/** How long the log is kept. */
export const LOG_DAYS = 30;
