import { fillCount } from '../languages/format.ts';
import type { Language } from '../languages/language.ts';
import type { Texts } from '../languages/texts.ts';

/** The sentence above the referral link. The dashboard writes it too, so the texts are handed in. */
export const shareLine = (
  language: Language,
  texts: Pick<Texts['emails'], 'share' | 'promise'>,
  boost: number | null,
): string => (boost === null ? texts.share : fillCount(language, texts.promise, boost));
