/** The languages that visitors can read (beyond 14). */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'ja', 'ar'] as const;

export type Language = (typeof LANGUAGES)[number];

/** Each language's name for itself. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  pt: 'Português',
  it: 'Italiano',
  nl: 'Nederlands',
  pl: 'Polski',
  ja: '日本語',
  ar: 'العربية',
};

export const isLanguage = (value: unknown): value is Language =>
  (LANGUAGES as readonly unknown[]).includes(value);

/** Where a line of the language begins. */
export const directionOf = (language: Language): 'ltr' | 'rtl' => (language === 'ar' ? 'rtl' : 'ltr');

/** The language that was asked for, if the list has it; else its first. */
export const languageAmong = (languages: readonly Language[], asked: string | null | undefined): Language =>
  languages.find(language => language === asked) ?? languages[0] ?? 'en';
