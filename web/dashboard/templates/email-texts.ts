import { queryOptions } from '@tanstack/react-query';
import type { Language } from '../../../core/languages/language.ts';
import { emails } from '../../../core/languages/texts/en/emails.ts';
import type { Texts } from '../../../core/languages/texts.ts';

type EmailTexts = Texts['emails'];

/** Each is a file of its own, so that the dashboard loads those languages only that somebody writes in. */
const LOAD: Readonly<Record<Language, () => Promise<{ readonly emails: EmailTexts }>>> = {
  en: async () => ({ emails }),
  de: () => import('../../../core/languages/texts/de/emails.ts'),
  fr: () => import('../../../core/languages/texts/fr/emails.ts'),
  es: () => import('../../../core/languages/texts/es/emails.ts'),
  pt: () => import('../../../core/languages/texts/pt/emails.ts'),
  it: () => import('../../../core/languages/texts/it/emails.ts'),
  nl: () => import('../../../core/languages/texts/nl/emails.ts'),
  pl: () => import('../../../core/languages/texts/pl/emails.ts'),
  ja: () => import('../../../core/languages/texts/ja/emails.ts'),
  ar: () => import('../../../core/languages/texts/ar/emails.ts'),
};

/** The words of our default emails in a language, and the language. */
export const startWordsQuery = (language: Language) =>
  queryOptions({
    queryKey: ['start-words', language],
    queryFn: async () => ({ language, texts: (await LOAD[language]()).emails }),
    staleTime: 'static',
  });

/** Until the others are there. */
export const ENGLISH_WORDS = { language: 'en', texts: emails } as const;
