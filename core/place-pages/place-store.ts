import type { EntryStatus } from '../audiences/audience.ts';
import type { Place } from '../email/place-record.ts';
import type { Language } from '../languages/language.ts';
import type { Translations } from '../waitlists/translations.ts';
import type { PlacePlan } from './expected-turn.ts';
import type { StoredAnswers } from './known-answers.ts';

export interface PlaceInvitation {
  readonly id: string;
  /** The hash of its code, in base64. */
  readonly codeHash: string;
  readonly inviteUrl: string;
  readonly expiresAt: string;
}

/** A person's place, and what their page shows of the waitlist. No personal data. */
export interface PlacePageRecord extends Omit<Place, 'language'> {
  readonly translations: Translations;
  /** Sites that may frame the page of the place. */
  readonly allowedOrigins: readonly string[];
  readonly accountPlan: string;
  /** Everybody who joined: the number of places. */
  readonly signups: number;
  /** People in front who still wait. */
  readonly ahead: number;
  readonly referralCount: number;
  readonly joinedAt: Date;
  readonly status: EntryStatus;
  /** Null if there is no plan, or if it skips this person. */
  readonly plan: PlacePlan | null;
  /** The open invitation. */
  readonly invitation: PlaceInvitation | null;
  /** Null unless something is asked after joining. */
  readonly asked: StoredAnswers | null;
}

/** Whose answers a token may change. */
export interface PlaceAnswers extends StoredAnswers {
  readonly languages: readonly Language[];
  readonly translations: Translations;
  readonly waitlistId: string;
  /** The active custom domain. */
  readonly domain: string | null;
}

export interface PlaceStore {
  /** Null when the person was erased, or the waitlist is gone. */
  findAnswers(entryId: string): Promise<PlaceAnswers | null>;
  /** Null when the person was erased, or the waitlist is gone. One round trip, whatever the length of the waitlist. */
  find(entryId: string): Promise<PlacePageRecord | null>;
}
