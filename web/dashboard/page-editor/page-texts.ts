import type { Language } from '../../../core/languages/language.ts';
import type { WordTexts } from '../../../core/pages/page-words.ts';

/** Each is a file of its own, of which the dashboard loads none but the preview's. */
const LOADERS: Readonly<Record<Language, () => Promise<WordTexts>>> = {
  en: async () => (await import('../../../core/languages/texts/en/index.ts')).en,
  de: async () => (await import('../../../core/languages/texts/de/index.ts')).de,
  fr: async () => (await import('../../../core/languages/texts/fr/index.ts')).fr,
  es: async () => (await import('../../../core/languages/texts/es/index.ts')).es,
  pt: async () => (await import('../../../core/languages/texts/pt/index.ts')).pt,
  it: async () => (await import('../../../core/languages/texts/it/index.ts')).it,
  nl: async () => (await import('../../../core/languages/texts/nl/index.ts')).nl,
  pl: async () => (await import('../../../core/languages/texts/pl/index.ts')).pl,
  ja: async () => (await import('../../../core/languages/texts/ja/index.ts')).ja,
  ar: async () => (await import('../../../core/languages/texts/ar/index.ts')).ar,
};

/** Our texts on pages in a language, for the preview. */
export const loadPageTexts = (language: Language): Promise<WordTexts> => LOADERS[language]();
