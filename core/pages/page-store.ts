import type { Language } from '../languages/language.ts';
import type { StoredDesign } from '../page-code/design.ts';
import type { Question } from '../questions/question.ts';
import type { Door } from '../waitlists/door.ts';
import type { Translations } from '../waitlists/translations.ts';

/** A waitlist for its public page. */
export interface PageRecord {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** Null for a built-in template. */
  readonly pageCode: string | null;
  readonly design: StoredDesign;
  readonly seoTitle: string | null;
  readonly seoDescription: string | null;
  readonly seoKeywords: string | null;
  readonly ogImage: string | null;
  readonly referralEnabled: boolean;
  readonly referralBoost: number;
  readonly plan: string;
  /** The waitlist's own site key; null unless it has both keys. */
  readonly ownSiteKey: string | null;
  readonly questions: readonly Question[];
  /** The first is the default. */
  readonly languages: readonly Language[];
  readonly translations: Translations;
  /** Its active custom domain. */
  readonly domain: string | null;
  /** Everybody who joined. */
  readonly signups: number;
  /** Those in line: who was not invited, let in, or erased. */
  readonly waiting: number;
  /** Sites that may have the form and frame the page. */
  readonly allowedOrigins: readonly string[];
  readonly door: Door;
  readonly opensAt: string | null;
  readonly closesAt: string | null;
  readonly closedMessage: string | null;
}

export interface PageStore {
  find(slug: string): Promise<PageRecord | null>;
  /** The page of an active custom domain. */
  findByDomain(domain: string): Promise<PageRecord | null>;
  /** The slug of the waitlist on an active custom domain. */
  slugAt(domain: string): Promise<string | null>;
}

/** Counts how often pages are opened. */
export interface VisitCounter {
  /** Counts a visit today (UTC) to the page of this slug, from a source; an unknown slug counts nothing. */
  count(slug: string, source: string): Promise<void>;
}
