import type { Language } from '../languages/language.ts';
import type { Texts } from '../languages/texts.ts';
import type { Design } from '../page-code/design.ts';
import type { Question } from '../questions/question.ts';
import type { Door } from '../waitlists/door.ts';
import type { PageWords } from './page-words.ts';

/**
 * The JSON that the HTML passes to the shell's script: the only interface between the server (`core/pages`)
 * and the browser (`web/page`).
 */
export interface PageData {
  /** By which this browser remembers who joined. */
  readonly waitlistId: string;
  /** The canonical URL of the page; relative links of page code resolve against it. */
  readonly pageUrl: string;
  /** Signup endpoint (contract section 5). */
  readonly signupUrl: string;
  /** Where the shell says that somebody opened the page. */
  readonly visitUrl: string;
  /** The immutable React runtime the shell fetches and hands to the frame. */
  readonly runtimeUrl: string;
  /** The immutable style sheet of a place in line. */
  readonly placeCssUrl: string;
  /** The immutable style sheet of questions that a place asks; null: it asks none. */
  readonly questionsCssUrl: string | null;
  /** The immutable script that brings a place to life. */
  readonly placeJsUrl: string;
  /** The immutable font the shell fetches and hands to the frame. */
  readonly fontUrl: string;
  /** The page code, loops already guarded. */
  readonly code: string;
  readonly waitlist: PageWaitlist;
  readonly design: PageDesign;
  /** `props.questions` of page code: those that visitors are asked, on the form or after joining. */
  readonly questions: readonly Question[];
  readonly referredBy: string | null;
  /** The bot challenge before a signup; null if there is none. */
  readonly challenge: PageChallenge | null;
  /** Of the page, and of everything of ours on it. */
  readonly language: Language;
  readonly texts: PageTexts;
  /** `props.words` of page code. */
  readonly words: PageWords;
}

/** What the scripts of a page say, in its language. */
export interface PageTexts {
  readonly form: Texts['form'];
  /** Null where there is none. */
  readonly challenge: Texts['challenge'] | null;
}

/** Settings of the challenge widget. */
export interface PageChallenge {
  readonly siteKey: string;
  /** Turnstile's `api.js`, absolute. */
  readonly scriptUrl: string;
}

/** `props.design` of page code. Texts that are empty are null. */
export interface PageDesign extends Design {
  /** Black or white, for text on `brandColor`; null without one. */
  readonly onBrandColor: string | null;
}

/** `props.waitlist` of page code. */
export interface PageWaitlist {
  readonly name: string;
  /** The subject of the page, never empty. */
  readonly lead: string;
  readonly slug: string;
  readonly referralEnabled: boolean;
  readonly referralBoost: number;
  /** Everybody who joined. */
  readonly signups: number;
  /** Those in line: who was not invited, let in, or erased. */
  readonly waiting: number;
  /** Whether people can join, or why not. */
  readonly door: Door;
  /** When people can join; null unless that is why they cannot yet. */
  readonly opensAt: string | null;
  /** What to say instead of the form; null while people can join. */
  readonly closedMessage: string | null;
}
