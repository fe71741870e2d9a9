import type { EntryStatus } from '../entries/schemas.ts';
import type { StoredDesign } from '../page-code/design.ts';

export interface PlaceInvitation {
  readonly id: string;
  /** The hash of its code, in base64. */
  readonly codeHash: string;
  readonly inviteUrl: string;
  readonly expiresAt: string;
}

/** A person's place, and what their page shows of the waitlist. No personal data. */
export interface PlacePageRecord {
  readonly slug: string;
  readonly waitlistName: string;
  /** The waitlist's active custom domain. */
  readonly domain: string | null;
  readonly shareUrl: string | null;
  /** Sites that may frame the page of the place. */
  readonly allowedOrigins: readonly string[];
  readonly plan: string;
  readonly design: StoredDesign;
  readonly referralEnabled: boolean;
  readonly referralBoost: number;
  /** Everybody who joined: the number of places. */
  readonly signups: number;
  readonly position: number;
  /** People in front who still wait. */
  readonly ahead: number;
  readonly referralCount: number;
  readonly referralCode: string;
  readonly joinedAt: Date;
  readonly status: EntryStatus;
  /** The open invitation. */
  readonly invitation: PlaceInvitation | null;
}

export interface PlaceStore {
  /** Null when the person was erased, or the waitlist is gone. One round trip, whatever the length of the waitlist. */
  find(entryId: string): Promise<PlacePageRecord | null>;
}
