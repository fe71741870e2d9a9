import type { EmailRecord } from '../email/place-record.ts';
import type { Templated } from '../email-templates/own-template.ts';
import type { Language } from '../languages/language.ts';
import type { StoredDesign } from '../page-code/design.ts';
import type { NewSignup } from './signup-store.ts';

export interface PendingRef {
  readonly waitlistId: string;
  readonly pendingId: string;
}

/** A pending signup when its address is mailed. */
export interface PendingRecord extends EmailRecord, Templated {
  readonly email: string;
  readonly emailDigest: Buffer;
  /** The address is on the list already. */
  readonly isOnList: boolean;
}

/** The facts on the page that confirms an address. No personal data. */
export interface ConfirmationPage {
  readonly waitlistName: string;
  readonly slug: string;
  readonly languages: readonly Language[];
  readonly domain: string | null;
  readonly plan: string;
  readonly design: StoredDesign;
  /** The address is on the list already. */
  readonly isOnList: boolean;
  /** Nobody else can join right now. */
  readonly isFull: boolean;
}

/** The result of using a link to confirm. `full`: the link works again once there is room. */
export type Confirming =
  | { readonly status: 'on_list'; readonly entryId: string }
  | { readonly status: 'full' };

/**
 * Signups that wait until their address is confirmed. One older than `VALID_HOURS` does not exist. `id` becomes the
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
   * Joins it like `SignupStore.join`, and deletes it, all or nothing. Idempotent. It works while the waitlist is closed, but not
   * while it is full.
   * @returns the entry of its address, whichever signup made it; null when it expired or its person was erased
   */
  confirm(id: string): Promise<Confirming | null>;
  /** Counts one use of a link. @returns seconds to wait; 0 when it was counted */
  admit(id: string): Promise<number>;
  /** Deletes those that expired. */
  sweep(): Promise<void>;
}
