import type { OutboxClaim } from '../outbox/outbox-store.ts';
import type { DeliveryContent } from './delivery-log-store.ts';
import type { DeliveryError } from './schemas.ts';
import type { WebhookRef } from './webhook-store.ts';

/** A webhook, and some of its deliveries that are due. */
export interface DueBatch {
  /** All sealed: the current one, and those that were replaced less than a day ago. */
  readonly secrets: readonly Buffer[];
  readonly isActive: boolean;
  /** Those that have waited longest. */
  readonly due: readonly DeliveryContent[];
}

/** The result of an attempt. */
export interface Attempt {
  readonly deliveryId: string;
  /** How often the delivery had been replayed when the attempt began. If it was since, the result does not count. */
  readonly replays: number;
  readonly isDelivered: boolean;
  /** Null: no answer. */
  readonly responseStatus: number | null;
  readonly error: DeliveryError | null;
  /** The start of the answer. */
  readonly responseBody: string | null;
  /** Null: there is no other attempt. */
  readonly retrySeconds: number | null;
}

/** `gone`: its receiver answered 410. `failing`: it has failed for too long. */
export const DISABLED_REASONS = ['failing', 'gone'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

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
  /**
   * Remembers since when an active webhook has failed, without a success and without a pause longer than
   * {@link LONGEST_PAUSE_HOURS}.
   * @returns since when; null: it is not failing, or disabled
   */
  tally(webhookId: string, isFailing: boolean): Promise<Date | null>;
  /** Makes deliveries wait without counting an attempt. */
  postpone(deliveryIds: readonly string[], seconds: number): Promise<void>;
  /** Fails deliveries that have nobody to tell about. */
  drop(deliveryIds: readonly string[]): Promise<void>;
  /** Disables an active webhook that is failing, fails what is pending, and queues the email about it. */
  disable(ref: WebhookRef, reason: DisabledReason): Promise<void>;
  /** Ends the job, or replaces it with one for the next attempt. @returns when that is due; null: nothing is left */
  finish(ref: WebhookRef, claim: OutboxClaim): Promise<Date | null>;
  /** Null if it is gone, or active again. */
  disabled(webhookId: string): Promise<DisabledRecord | null>;
  /** Deletes old deliveries. */
  sweep(): Promise<void>;
}

/** How long the log is kept. */
export const LOG_DAYS = 30;
