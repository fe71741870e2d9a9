import type { PlaceRecord } from '../email/place-record.ts';
import type { Networks } from '../kernel/networks.ts';
import type { Language } from '../languages/language.ts';

/** A mailbox is mailed the link to its place on a waitlist once in this time. */
export const CLAIM_MINUTES = 15;

/** Someone on a waitlist who is mailed the link to their place. */
export interface PlaceLinkRecord extends PlaceRecord {
  readonly entryId: string;
}

export type PlaceLinkRequest =
  | { readonly status: 'no_such_waitlist' }
  /** Over the limit of its network; not counted. */
  | { readonly status: 'refused'; readonly resetSeconds: number; readonly languages: readonly Language[] }
  | { readonly status: 'counted'; readonly languages: readonly Language[] };

/** The purpose of a link: to see a place, or to leave the list. */
export const REQUEST_PURPOSES = ['place', 'leave'] as const;
export type RequestPurpose = (typeof REQUEST_PURPOSES)[number];

export interface PlaceLinkQueue {
  /** Queues the email with the link to a place, for an attempt that was counted already. */
  queue(slug: string, email: string, emailDigest: Buffer): Promise<void>;
}

/** Asking for the link to a place, or to leave. */
export interface PlaceLinkRequests extends PlaceLinkQueue {
  /**
   * Counts an attempt at a waitlist, within the limits of attempts to join, and queues the email in the same round trip.
   * It does not look the address up: that is the worker's, so that the answer takes as long for any address.
   * @param request - `email` and its keyed digest are null for invalid input, which still counts
   */
  request(request: {
    readonly slug: string;
    readonly networks: Networks;
    readonly email: string | null;
    readonly emailDigest: Buffer | null;
    readonly purpose: RequestPurpose;
  }): Promise<PlaceLinkRequest>;
}

/** Sending it. */
export interface PlaceLinkStore extends PlaceLinkQueue {
  /** By the keyed digest of the address. Null when it is not on the waitlist. */
  find(waitlistId: string, emailDigest: Buffer): Promise<PlaceLinkRecord | null>;
  /**
   * Claims the email of a waitlist and mailbox for a job, so that it is sent once in {@link CLAIM_MINUTES}. A job keeps its claim when it
   * is repeated.
   */
  claim(waitlistId: string, mailbox: Buffer, jobId: string): Promise<boolean>;
  /** Deletes claims that no longer count. */
  sweep(): Promise<void>;
}
