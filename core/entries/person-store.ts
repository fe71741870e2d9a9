import type { EmailKind } from '../email/sent-emails.ts';
import type { ListedEntry, Storage } from './entry-store.ts';
import type { ReferralState } from './schemas.ts';

/** Someone that a person referred. */
export interface FriendRecord {
  readonly entryId: string;
  readonly state: ReferralState;
  /** How many places the referral gave. */
  readonly gained: number;
}

/** Everything that is known of a person on a waitlist. */
export interface PersonRecord {
  readonly entryId: string;
  readonly referrerId: string | null;
  /** The newest ones first. */
  readonly friends: readonly FriendRecord[];
  /** All of them who are still on the list, whatever became of the referral. */
  readonly friendCount: number;
  /** Newest first. */
  readonly emails: readonly { readonly kind: EmailKind; readonly sentAt: Date }[];
  /** The address bounced or complained. */
  readonly suppressed: boolean;
  /** The person, their referrer, and these friends, in any order, without those who are not listed. */
  readonly people: readonly ListedEntry[];
  readonly storage: Storage | null;
}

export interface PersonStore {
  /** Null if there is no such entry. */
  find(accountId: string, waitlistId: string, entryId: string): Promise<PersonRecord | null>;
}
