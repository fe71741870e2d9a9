import type { OwnChallenge } from '../bot-challenge/challenge-verifier.ts';
import type { Networks } from '../kernel/networks.ts';
import type { Language } from '../languages/language.ts';
import type { Answers } from '../questions/answers.ts';
import type { Question } from '../questions/question.ts';
import type { Source } from '../questions/source.ts';
import type { Consents, Facet } from '../questions/stored-answers.ts';
import type { ClosedDoor, EmailRules } from '../waitlists/door.ts';
import type { Translations } from '../waitlists/translations.ts';
import type { SignupInput } from './schemas.ts';

/** The visitor’s own words, stored as they are. */
export type VisitorFields = Readonly<Pick<SignupInput, 'email' | 'name'>>;

/** A signup on its way to its waitlist. In SQL it is a `new_signup`. */
export interface NewSignup extends VisitorFields {
  /** Made by the caller, so that a repeated call is recognized. */
  readonly entryId: string;
  /** 32 bytes from `digestEmail`. Unique within the waitlist. */
  readonly emailDigest: Buffer;
  /** Keyed digest of the mailbox; null where that is the address itself. */
  readonly mailboxDigest: Buffer | null;
  /** The new entry's code. The store may have to choose another: see the outcome. */
  readonly referralCode: string;
  /** The referrer's code. Ignored if unknown. */
  readonly referrerCode: string | null;
  /** Keyed digest of the network it comes from; null for a private one. */
  readonly network: Buffer | null;
  /** Whether the address is at a disposable domain. */
  readonly isDisposable: boolean;
  /** `owner`: the account adds this person, so no door stops them. */
  readonly admission?: 'owner';
  /** Null: none. */
  readonly answers: Answers | null;
  readonly consents: Consents | null;
  readonly source: Source | null;
  /** Of the answers and the source; null: none. */
  readonly facets: readonly Facet[] | null;
  /** If the waitlist does not have it, or with null, the person gets the first of the waitlist. */
  readonly language: Language | null;
  /** No confirmation email follows: the owner of the waitlist adds the person. */
  readonly isSilent?: boolean;
}

/** An attempt to join a waitlist. */
export interface SignupAttempt {
  readonly networks: Networks;
  /** The site it comes from, which the waitlist must allow; null for our own pages. */
  readonly origin: string | null;
  /** Where a form leads, which the waitlist must allow too; null for our own pages. */
  readonly redirectOrigin: string | null;
  /** Whether answers were sent. The signup does not have them yet: they are checked once the questions are known. */
  readonly hasAnswers: boolean;
  /** Null for invalid input: the attempt still counts. */
  readonly signup: NewSignup | null;
}

/** The waitlist of an attempt. */
export interface AttemptedWaitlist {
  readonly id: string;
  /** The answer to people who joined, apart from their place. */
  readonly referralMessage: string | null;
  /** Where their referral link leads; null: the page. */
  readonly shareUrl: string | null;
  /** Whether people confirm their address first. */
  readonly confirms: boolean;
  /** What visitors read while the door is not open; null: a sentence of ours. */
  readonly closedMessage: string | null;
  /** The rules for email addresses. Null: every address may join. */
  readonly emailRules: EmailRules | null;
  readonly questions: readonly Question[];
  readonly languages: readonly Language[];
  readonly translations: Translations;
  /** The keys of its bot challenge; null if the shared ones apply, or none. */
  readonly own: OwnChallenge | null;
}

export type AttemptOutcome =
  | { readonly status: 'no_such_waitlist' }
  | ((
      | JoinOutcome
      /** Over the limit of its network; not counted. */
      | { readonly status: 'refused'; readonly resetSeconds: number }
      /** Counted; the waitlist does not allow its origin, or where it leads. */
      | { readonly status: 'origin_not_allowed' }
      | { readonly status: 'redirect_not_allowed' }
      /** Counted. Once the challenge is passed, `join`, or add a pending signup where the waitlist confirms addresses. */
      | { readonly status: 'challenged' }
      /** Counted; the input was invalid. */
      | { readonly status: 'counted' }
      /** Counted; the waitlist has rules for addresses. If they allow the address, continue as after a challenge. */
      | { readonly status: 'ruled' }
      /** Counted; the waitlist confirms addresses: add a pending signup. */
      | { readonly status: 'unconfirmed' }
      /** Counted; there are answers to check, or required ones are missing: `join` once they are right. */
      | { readonly status: 'asked' }
    ) & { readonly waitlist: AttemptedWaitlist });

/** The result of a signup. It is durable. */
export type JoinOutcome =
  | {
      readonly status: 'joined';
      /** Its position now, from 1: of a new entry the last one. */
      readonly position: number;
      readonly referralCode: string;
    }
  | { readonly status: 'already_joined' }
  /** Nobody can join, on the list or not. */
  | { readonly status: 'closed'; readonly door: ClosedDoor };

export interface SignupStore {
  /**
   * Counts an attempt to join the waitlist with a slug and, unless a challenge or a confirmation comes first, joins like
   * {@link SignupStore.join}, in one round trip. Limits attempts per network and waitlist in any minute, ten times as many
   * where a challenge comes first.
   */
  attempt(slug: string, attempt: SignupAttempt): Promise<AttemptOutcome>;
  /**
   * Counts an attempt that did not pass its bot challenge, against the ordinary limit.
   * @returns seconds to wait; 0 when it was counted
   */
  countFailure(waitlistId: string, networks: Networks): Promise<number>;
  /**
   * Adds the signup at the next position, counts and rewards its referral, and queues its confirmation
   * email, all or nothing. Idempotent by `entryId`.
   * @returns null if there is no such waitlist
   */
  join(waitlistId: string, signup: NewSignup): Promise<JoinOutcome | null>;
}
