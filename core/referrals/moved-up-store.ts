import type { PlaceRecord } from '../email/place-record.ts';
import type { Templated } from '../email-templates/own-template.ts';
import type { EntryRef } from '../entries/entry-store.ts';

/** Someone whose friends moved them up, when they are told. */
export interface MovedUpRecord extends PlaceRecord, Templated {
  /** Null if it is only in the account's own database. */
  readonly email: string | null;
  /** As the visitor typed it; null also if it is only there. */
  readonly name: string | null;
  readonly emailDigest: Buffer;
  /** The place of which they were told last; at first, the one they joined at. */
  readonly toldPosition: number;
}

export interface MovedUpStore {
  /**
   * Queues the emails for the referrers of friends whose referrals are credited, a day after the last one at the earliest.
   * One waits for each at a time.
   */
  queue(friends: readonly EntryRef[]): Promise<void>;
  /** In their order. Null when the person is gone. */
  find(people: readonly EntryRef[]): Promise<readonly (MovedUpRecord | null)[]>;
  /** Records that people were told of their places now. */
  told(people: readonly (EntryRef & { readonly position: number })[]): Promise<void>;
}
