import { englishTexts } from './english-texts.ts';
import type { Language } from './language.ts';
import { otherTexts } from './other-texts.ts';

/** Everything of ours that visitors read, in one language. */
export type Texts = ReturnType<typeof englishTexts>;

/**
 * The texts of a language. Only the server has all of them: a browser gets those of its page with the page's data, so nothing in
 * `web/` may import this.
 */
export const textsOf = (language: Language): Texts =>
  language === 'en' ? englishTexts() : otherTexts(language);
