/**
 * What the served HTML tells the shell's script, as one JSON block.
 *
 * It is the seam between the server (`core/pages`) and the browser (`web/page`): both sides import this type, and
 * nothing else crosses.
 */
export interface PageData {
  /** The canonical url of the page; relative links of page code resolve against it. */
  readonly pageUrl: string;
  /** Where the shell posts a signup (contract section 5). */
  readonly signupUrl: string;
  /** The immutable React runtime the shell fetches and hands to the frame. */
  readonly runtimeUrl: string;
  /** The page code, loops already guarded. */
  readonly code: string;
  readonly waitlist: PageWaitlist;
  readonly referredBy: string | null;
  /** The bot challenge that comes before a signup; null where there is none. */
  readonly challenge: PageChallenge | null;
}

/** What the widget of a bot challenge is made with. */
export interface PageChallenge {
  readonly siteKey: string;
  /** Turnstile's `api.js`, absolute. */
  readonly scriptUrl: string;
}

/** `props.waitlist` of page code. */
export interface PageWaitlist {
  readonly name: string;
  readonly description: string | null;
  readonly slug: string;
  readonly referralEnabled: boolean;
  readonly referralBoost: number;
  readonly signups: number;
}
