import Negotiator from 'negotiator';
import type { Language } from './language.ts';

/** What a request says about the language of its answer. */
export interface Wish {
  /** The `lang` of its address. */
  readonly lang: string | undefined;
  /** The header `Accept-Language`. */
  readonly acceptLanguage: string | undefined;
}

/** No wish: the first language. */
export const NO_WISH: Wish = { lang: undefined, acceptLanguage: undefined };

const named = (languages: readonly Language[], { lang }: Wish): Language | undefined =>
  languages.find(language => language === lang);

/**
 * The language of an answer: the one that the request names, else the best of those that the browser wants, else the first. One
 * that the waitlist does not have counts as none.
 */
export function chooseLanguage(languages: readonly Language[], wish: Wish): Language {
  const headers = { 'accept-language': wish.acceptLanguage };
  return (
    named(languages, wish) ??
    (new Negotiator({ headers }).language([...languages]) as Language | undefined) ??
    languages[0] ??
    'en'
  );
}

/** Whether the answer depends on `Accept-Language`, and so has to say it in `Vary`. */
export const dependsOnBrowser = (languages: readonly Language[], wish: Wish): boolean =>
  languages.length > 1 && named(languages, wish) === undefined;

/** The wish of a request whose body names a language too, which counts before that of its address. */
export const withBody = (wish: Wish, sent: Language | null, languages: readonly Language[]): Wish =>
  sent !== null && languages.includes(sent) ? { ...wish, lang: sent } : wish;
