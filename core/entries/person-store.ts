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

/** An invitation that is open or was accepted. */
export interface PersonInvitation {
  readonly batchId: string;
  readonly invitedAt: Date;
  readonly expiresAt: Date;
  /** Null also where it was accepted before this was recorded. */
  readonly acceptedAt: Date | null;
}

/** Everything that is known of a person on a waitlist. */
export interface PersonRecord {
  readonly entryId: string;
  /** Keyed digest of the mailbox, 32 bytes. */
  readonly mailbox: Buffer;
  /** People in front who still wait. */
  readonly ahead: number;
  /** Places that the people they referred gave them. */
  readonly placesGained: number;
  readonly invitation: PersonInvitation | null;
  /** The active custom domain of the waitlist. */
  readonly domain: string | null;
  readonly referrerId: string | null;
  /** The newest ones first. */
  readonly friends: readonly FriendRecord[];
  /** All of them who are still on the list, whatever became of the referral. */
  readonly friendCount: number;
  /** Newest first. */
  readonly emails: readonly { readonly kind: EmailKind; readonly sentAt: Date }[];
  /** The address bounced or complained. */
  readonly suppressed: boolean;
  /** The person, their referrer, and these friends, in any order. People who are not listed are left out. */
  readonly people: readonly ListedEntry[];
  readonly storage: Storage | null;
}

export interface PersonStore {
  /** Null if there is no such entry. */
  find(accountId: string, waitlistId: string, entryId: string): Promise<PersonRecord | null>;
}
