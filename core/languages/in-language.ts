import type { Language } from './language.ts';

/** In which language somebody reads a waitlist. */
export interface Reading {
  readonly language: Language;
  /** Of the waitlist. */
  readonly languages: readonly Language[];
}

/**
 * A link to one of our pages that keeps the reader's language. With one language, links have no `lang`.
 * @param url - an address or a path, without a fragment
 */
export const inLanguage = (url: string, { language, languages }: Reading): string =>
  languages.length < 2 ? url : `${url}${url.includes('?') ? '&' : '?'}lang=${language}`;
