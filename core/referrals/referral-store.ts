import type { Storage } from '../entries/entry-store.ts';
import type { ReferralState } from '../entries/schemas.ts';
import type { HoldReason, SettledState } from './schemas.ts';

/** An email is null if it is stored in the account's own database. */
export interface ReferralRecord {
  /** The friend who joined. After they left: of the place that they left, which names nobody. */
  readonly entryId: string;
  readonly email: string | null;
  /** The friend left. What the referral gave stays, and nothing of the person. */
  readonly hasLeft: boolean;
  readonly referrerId: string;
  readonly referrerEmail: string | null;
  readonly state: ReferralState;
  readonly reasons: readonly HoldReason[];
  readonly createdAt: Date;
}

export interface ReferralPage {
  /** Newest first. */
  readonly referrals: readonly ReferralRecord[];
  /** All that are listed in that state. */
  readonly total: number;
  /** The attached database, if any. */
  readonly storage: Storage | null;
}

export interface ReferralQuery {
  readonly accountId: string;
  readonly waitlistId: string;
  /** Null: of any state. */
  readonly state: ReferralState | null;
  /** 1 to 200. */
  readonly limit: number;
  readonly offset: number;
}

export interface SettleRequest {
  readonly waitlistId: string;
  readonly entryId: string;
  readonly state: SettledState;
}

export interface ReferralStore {
  page(query: ReferralQuery): Promise<ReferralPage>;
  /** The listed referral of one friend, as a page of at most one. */
  find(accountId: string, waitlistId: string, entryId: string): Promise<ReferralPage>;
  /** Does what `decideSettlement` says; false if the entry was not referred, or its referrer has left. */
  settle(request: SettleRequest): Promise<boolean>;
  /** Forgets the networks that friends came from, after a day. */
  sweep(): Promise<void>;
}
