import type { EventType, WebhookFormat, WebhookState } from './schemas.ts';

/** A webhook of a waitlist; one of another waitlist does not exist. */
export interface WebhookRef {
  readonly waitlistId: string;
  readonly webhookId: string;
}

export interface WebhookRecord {
  readonly id: string;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly format: WebhookFormat;
  readonly state: WebhookState;
  /** The first failure since the last success, or since a long pause. Null once its owner disables or enables it. */
  readonly failingSince: Date | null;
  readonly createdAt: Date;
}

export interface NewWebhook {
  readonly waitlistId: string;
  readonly webhookId: string;
  readonly url: string;
  readonly events: readonly EventType[];
  readonly format: WebhookFormat;
  /** Sealed. */
  readonly secret: Buffer;
}

export interface WebhookChanges {
  readonly url?: string | undefined;
  readonly events?: readonly EventType[] | undefined;
  readonly format?: WebhookFormat | undefined;
  /** `disabled`: what is pending fails. `active` after that: earlier failures are forgotten. */
  readonly state?: WebhookState | undefined;
}

/** Webhooks. Null or false: there is no such webhook, or waitlist. */
export interface WebhookStore {
  /** Oldest first. */
  list(waitlistId: string): Promise<readonly WebhookRecord[]>;
  /** @param limit - the most a waitlist may have; exact, however many are created at once */
  create(webhook: NewWebhook, limit: number): Promise<WebhookRecord | 'limit_reached' | null>;
  update(ref: WebhookRef, changes: WebhookChanges): Promise<WebhookRecord | null>;
  delete(ref: WebhookRef): Promise<boolean>;
  /**
   * Replaces the secret. Each old one signs for {@link OLD_SECRET_HOURS}, also if the same rotation runs again.
   */
  rotate(ref: WebhookRef, rotationId: string, secret: Buffer): Promise<'rotated' | 'limit_reached' | null>;
}

/** How long a secret signs after it was replaced. */
export const OLD_SECRET_HOURS = 24;
/** How many of these sign at once. No secret ends early to make room for another: it may be the one in use. */
export const OLD_SECRETS_MAX = 10;
