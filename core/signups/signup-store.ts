/** What a visitor brings to a waitlist, as the store takes it. */
export interface NewEntry {
  /** Made by the caller, so that sending the same signup again is recognised as the same. */
  readonly entryId: string;
  /** 32 bytes, from `digestEmail`: what makes an email unique in its waitlist. */
  readonly emailDigest: Buffer;
  /** At most 254 characters. */
  readonly email: string;
  /** At most 100 characters. */
  readonly name: string | null;
  /** The new entry's own code. The store may have to take another one: see the outcome. */
  readonly referralCode: string;
  /** The code the visitor came with. One that is unknown in the waitlist is ignored. */
  readonly referrerCode: string | null;
}

/** A visitor's signup to one waitlist. */
export interface Signup extends NewEntry {
  readonly waitlistId: string;
}

/** A visitor's attempt to join the waitlist of a slug. */
export interface SignupAttempt {
  readonly slug: string;
  /** Keyed digest of the visitor's address; addresses themselves are not kept. */
  readonly addressDigest: Buffer;
  /** Null when what was sent is no signup: the attempt is counted all the same. */
  readonly entry: NewEntry | null;
}

/** A holder's own keys of the bot challenge, the secret sealed for the waitlist. */
export interface OwnChallenge {
  readonly siteKey: string;
  readonly sealedSecret: Buffer;
}

/** What became of an attempt. */
export type AttemptOutcome =
  | { readonly status: 'no_such_waitlist' }
  /** Over the limit of its address, and not counted. */
  | { readonly status: 'refused'; readonly resetSeconds: number }
  /** Counted, but no signup, and so not made. */
  | { readonly status: 'counted' }
  /** Counted; to be made by `join` when the challenge is met. `own` is null where the service's keys hold. */
  | {
      readonly status: 'challenged';
      readonly waitlistId: string;
      readonly referralMessage: string | null;
      readonly own: OwnChallenge | null;
    }
  | (Extract<JoinOutcome, { status: 'joined' }> & { readonly referralMessage: string | null })
  | { readonly status: 'already_joined' };

/** What became of a signup. Whatever it says is durable when it is said. */
export type JoinOutcome =
  | {
      readonly status: 'joined';
      /** Place in the queue, from 1, at the moment of joining. */
      readonly position: number;
      readonly referralCode: string;
    }
  | { readonly status: 'already_joined' }
  | { readonly status: 'no_such_waitlist' };

export interface SignupStore {
  /**
   * Counts the attempt and, unless a challenge comes first, joins as {@link SignupStore.join} does: one round trip.
   * At most so many attempts are accepted of an address and waitlist in any minute.
   */
  attempt(attempt: SignupAttempt): Promise<AttemptOutcome>;
  /**
   * Gives the signup the next place of its waitlist, counts and rewards its referral, and queues its confirmation
   * email, all or nothing. Repeating a signup with the same `entryId` is harmless and answers with the place it has.
   */
  join(signup: Signup): Promise<JoinOutcome>;
}
