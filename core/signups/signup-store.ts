import type { OwnChallenge } from '../bot-challenge/challenge-verifier.ts';
import type { Networks } from '../kernel/networks.ts';

/** A new signup. */
export interface NewEntry {
  /** Made by the caller, so that a repeated call is recognized. */
  readonly entryId: string;
  /** 32 bytes from `digestEmail`. Unique within the waitlist. */
  readonly emailDigest: Buffer;
  /** Keyed digest of the mailbox; null where that is the address itself. */
  readonly mailboxDigest: Buffer | null;
  /** At most 254 characters. */
  readonly email: string;
  /** At most 100 characters. */
  readonly name: string | null;
  /** The new entry's code. The store may have to choose another: see the outcome. */
  readonly referralCode: string;
  /** The referrer's code. Ignored if unknown. */
  readonly referrerCode: string | null;
  /** Keyed digest of the network it comes from; null for a private one. */
  readonly network: Buffer | null;
  /** Whether the address is at a disposable domain. */
  readonly isDisposable: boolean;
}

export interface Signup extends NewEntry {
  readonly waitlistId: string;
}

/** An attempt to join the waitlist with a slug. */
export interface SignupAttempt {
  readonly slug: string;
  readonly networks: Networks;
  /** The site it comes from, which the waitlist must allow; null for our own pages. */
  readonly origin: string | null;
  /** Where a form leads, which the waitlist must allow too; null for our own pages. */
  readonly redirectOrigin: string | null;
  /** Null for invalid input: the attempt still counts. */
  readonly entry: NewEntry | null;
}

/** The answer to people who joined, apart from their place. */
interface JoinedAnswer {
  readonly referralMessage: string | null;
  /** Where their referral link leads; null: the page. */
  readonly shareUrl: string | null;
}

export type AttemptOutcome =
  | { readonly status: 'no_such_waitlist' }
  /** Over the limit of its network; not counted. */
  | { readonly status: 'refused'; readonly resetSeconds: number }
  /** Counted; the waitlist does not allow its origin, or where it leads. */
  | { readonly status: 'origin_not_allowed' }
  | { readonly status: 'redirect_not_allowed' }
  /** Counted; the input was invalid. */
  | { readonly status: 'counted' }
  /**
   * Counted; call `join` once the challenge is passed, or add a pending signup where the waitlist `confirms` addresses. `own` is
   * null if the shared keys apply.
   */
  | ({
      readonly status: 'challenged';
      readonly waitlistId: string;
      readonly own: OwnChallenge | null;
      readonly confirms: boolean;
    } & JoinedAnswer)
  /** Counted; the waitlist confirms addresses: add a pending signup. */
  | { readonly status: 'unconfirmed'; readonly waitlistId: string }
  | (Extract<JoinOutcome, { status: 'joined' }> & JoinedAnswer)
  | { readonly status: 'already_joined' };

/** The result of a signup. It is durable. */
export type JoinOutcome =
  | {
      readonly status: 'joined';
      /** Position at the time of joining, from 1. */
      readonly position: number;
      readonly referralCode: string;
    }
  | { readonly status: 'already_joined' }
  | { readonly status: 'no_such_waitlist' };

export interface SignupStore {
  /**
   * Counts the attempt and, unless a challenge or a confirmation comes first, joins like {@link SignupStore.join}, in one
   * round trip. Limits attempts per network and waitlist in any minute, ten times as many where a challenge comes first.
   */
  attempt(attempt: SignupAttempt): Promise<AttemptOutcome>;
  /**
   * Counts an attempt that did not pass its bot challenge, against the ordinary limit.
   * @returns seconds to wait; 0 when it was counted
   */
  countFailure(waitlistId: string, networks: Networks): Promise<number>;
  /**
   * Adds the signup at the next position, counts and rewards its referral, and queues its confirmation
   * email, all or nothing. Idempotent by `entryId`.
   */
  join(signup: Signup): Promise<JoinOutcome>;
}
