import type { Schemas } from '@anteroom/client';

/** Somebody joined: their place, and the links to it and to share. */
export type JoinedEvent = Schemas['SignupConfirmation'];

/** They were mailed a link to confirm their address. */
export interface PendingEvent {
  /** In the visitor's language. */
  readonly message: string;
}

/** They could not join, or the waitlist could not be shown. */
export interface ErrorEvent {
  /** An error code of the API, `already_joined`, or `unreachable`. */
  readonly code: string;
  /** In the visitor's language, unless nothing loaded. */
  readonly message: string;
}

/** What your page hears of a waitlist. */
export interface WaitlistHandlers {
  readonly onJoined?: ((event: JoinedEvent) => void) | undefined;
  readonly onPending?: ((event: PendingEvent) => void) | undefined;
  readonly onError?: ((event: ErrorEvent) => void) | undefined;
}

export interface WaitlistOptions extends WaitlistHandlers {
  readonly slug: string;
  /** Where Anteroom runs: `https://anteroom.example`. */
  readonly baseUrl: string;
}

/** What a form sends. */
export interface JoinInput {
  readonly email: string;
  readonly name?: string | undefined;
  /** By the key of the question. */
  readonly answers?: Readonly<Record<string, unknown>> | undefined;
  /** Of Turnstile, where `settings.challenge` is not null. It is good for one call. */
  readonly turnstileToken?: string | undefined;
}

/** Why a signup failed. */
export interface WaitlistProblem extends ErrorEvent {
  /** The address that they probably meant. The one they typed joins if it is sent again. */
  readonly suggestion: string | null;
  /** By field: `email`, `name`, or `answers.` and a key. */
  readonly details: readonly { readonly path: string; readonly message: string }[];
}

/** The place of the person who joined in this browser. Right after joining, only the position and the links are known. */
export type WaitlistPlace = Pick<JoinedEvent, 'position' | 'referralCode' | 'referralLink' | 'statusUrl'> &
  Partial<Schemas['Place']>;

export interface WaitlistState {
  /**
   * `loading`: the settings are not here yet; they are asked for until they are. `closed`: nobody can join now. `not_found`:
   * there is no such waitlist. `pending`: they were mailed a link to confirm their address.
   */
  readonly status: 'loading' | 'open' | 'closed' | 'not_found' | 'joining' | 'pending' | 'joined';
  /** What the form asks, and its colors. */
  readonly settings: Schemas['FormSettings'] | null;
  readonly place: WaitlistPlace | null;
  /** What to tell the visitor now, in their language: why nobody can join, what is wrong, or that we try again. */
  readonly message: string | null;
  /** Of the last call of `join`. */
  readonly problem: WaitlistProblem | null;
}
