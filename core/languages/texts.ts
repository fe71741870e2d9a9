import type { Language } from './language.ts';
import { en } from './texts/en/index.ts';

/** Everything of ours that visitors read, in one language. */
export type Texts = typeof en;

const TEXTS: Readonly<Record<Language, Texts>> = {
  en,
  de: en,
  fr: en,
  es: en,
  pt: en,
  it: en,
  nl: en,
  pl: en,
  ja: en,
  ar: en,
};

/**
 * The texts of a language. Only the server has all of them: a browser gets those of its page with the page's data, so nothing in
 * `web/` may import this.
 */
export const textsOf = (language: Language): Texts => TEXTS[language];
