/** A visitor's signup, as the store takes it. */
export interface Signup {
  readonly waitlistId: string;
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
   * Gives the signup the next place of its waitlist, counts and rewards its referral, and queues its confirmation
   * email, all or nothing. Repeating a signup with the same `entryId` is harmless and answers with the place it has.
   */
  join(signup: Signup): Promise<JoinOutcome>;
}
