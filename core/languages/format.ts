import type { Language } from './language.ts';

/** A text that depends on a number, by the plural categories of its language. `{count}` is the number. */
export type Plural = { readonly other: string } & { readonly [Category in Intl.LDMLPluralRule]?: string };

/** A text that depends on a number. The English one has `one` and `other`; each language has its own categories. */
export const plural = (forms: Plural): Plural => forms;

/** What `Intl` calls a language. Browsers differ in the digits of Arabic, and the page counts in those of the server. */
const localeOf = (language: Language): string => (language === 'ar' ? 'ar-u-nu-latn' : language);

/** A whole number: `1,234`. */
export const formatNumber = (language: Language, value: number): string =>
  value.toLocaleString(localeOf(language));

/** A point in time, as the language writes it. */
export const formatDate = (language: Language, date: Date, options: Intl.DateTimeFormatOptions): string =>
  date.toLocaleString(localeOf(language), options);

const DAY = { timeZone: 'UTC', year: 'numeric', month: 'long', day: 'numeric' } as const;

/** A day in UTC: `December 9, 2026`. */
export const formatDay = (language: Language, date: Date): string => formatDate(language, date, DAY);

/** From one day to another, or a single one: `December 9 – 12, 2026`. */
export const formatDays = (language: Language, from: Date, to: Date): string =>
  new Intl.DateTimeFormat(localeOf(language), DAY).formatRange(from, to);

/** "a, b, or c". */
export const formatChoice = (language: Language, parts: readonly string[]): string =>
  new Intl.ListFormat(localeOf(language), { type: 'disjunction' }).format(parts);

/** Sentences one after the other. Japanese has no space between them. */
export const joinSentences = (language: Language, sentences: readonly string[]): string =>
  sentences.filter(sentence => sentence !== '').join(language === 'ja' ? '' : ' ');

/** A text with the values of its `{placeholders}`. */
export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);

/** A text about a number, and the values of its other placeholders. */
export const fillCount = (
  language: Language,
  forms: Plural,
  count: number,
  values: Readonly<Record<string, string>> = {},
): string =>
  fill(forms[new Intl.PluralRules(language).select(count)] ?? forms.other, {
    ...values,
    count: formatNumber(language, count),
  });
