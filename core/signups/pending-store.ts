import type { PlanId } from '../kernel/plans.ts';
import type { StoredDesign } from '../page-code/design.ts';
import type { NewSignup } from './signup-store.ts';

/** How long a link to confirm works. Then the pending signup is deleted (beyond 4). */
export const VALID_HOURS = 48;

export interface PendingRef {
  readonly waitlistId: string;
  readonly pendingId: string;
}

/** A pending signup when its address is mailed. */
export interface PendingRecord {
  readonly email: string;
  readonly emailDigest: Buffer;
  /** The address is on the list already. */
  readonly isOnList: boolean;
  /** The address bounced or complained, and gets no email. */
  readonly suppressed: boolean;
  readonly accountId: string;
  readonly plan: PlanId;
  /** Where replies go. Null: to nobody. */
  readonly replyTo: string | null;
  readonly waitlistName: string;
  readonly slug: string;
  /** The waitlist's custom domain, if it is active. */
  readonly domain: string | null;
  readonly design: StoredDesign;
}

/** The facts on the page that confirms an address. No personal data. */
export interface ConfirmationPage {
  readonly waitlistName: string;
  readonly slug: string;
  readonly domain: string | null;
  readonly plan: string;
  readonly design: StoredDesign;
  /** The address is on the list already. */
  readonly isOnList: boolean;
}

/**
 * Signups that wait until their address is confirmed. One older than {@link VALID_HOURS} does not exist. `id` becomes the
 * entry's.
 */
export interface PendingStore {
  /**
   * Adds one, and queues its email, all or nothing. It does not look the address up, so it takes as long for any.
   * @returns false if there is no such waitlist
   */
  add(waitlistId: string, signup: NewSignup): Promise<boolean>;
  /** In their order. Null when it was confirmed, or expired, or its person was erased. */
  find(signups: readonly PendingRef[]): Promise<readonly (PendingRecord | null)[]>;
  /** Also of one that was confirmed. Null when it expired, its person was erased, or its waitlist is gone. */
  findPage(id: string): Promise<ConfirmationPage | null>;
  /**
   * Joins it like `SignupStore.join`, and deletes it, all or nothing. Idempotent.
   * @returns the entry of its address, whichever signup made it; null when it expired or its person was erased
   */
  confirm(id: string): Promise<string | null>;
  /** Counts one use of a link. @returns seconds to wait; 0 when it was counted */
  admit(id: string): Promise<number>;
  /** Deletes those that expired. */
  sweep(): Promise<void>;
}
