/** The languages of emails and pages (beyond 14). */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'ja', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];
