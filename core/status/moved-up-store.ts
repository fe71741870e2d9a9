import type { PlaceRecord } from './place-record.ts';

/** Someone whose friends moved them up, when they are told. */
export interface MovedUpRecord extends PlaceRecord {
  /** Null if it is only in the account's own database. */
  readonly email: string | null;
  readonly emailDigest: Buffer;
  /** The place of which they were told last; at first, the one they joined at. */
  readonly toldPosition: number;
}

export interface MovedUpStore {
  /**
   * Queues the email for the referrer of a friend, if the referral is credited, a day after the last one at the earliest.
   * One waits at a time.
   */
  queue(waitlistId: string, friendId: string): Promise<void>;
  /** Queues the same for an address in the account's own database. One waits at a time. */
  queueOutside(waitlistId: string, entryId: string): Promise<void>;
  /** Null when the person is gone. */
  find(waitlistId: string, entryId: string): Promise<MovedUpRecord | null>;
  /** Records that they were told of a place now. */
  told(waitlistId: string, entryId: string, position: number): Promise<void>;
}
