import type { Plural } from '../../../core/languages/format.ts';
import type { Language } from '../../../core/languages/language.ts';

/** A text of a catalog, and where it is: `emails.leave.subject`, or `place.ahead.one`. */
export interface CatalogText {
  readonly path: string;
  readonly text: string;
}

const CATEGORIES = new Set(['zero', 'one', 'two', 'few', 'many', 'other']);

/** Whether a member of a catalog is a text that depends on a number. */
export const isPlural = (value: unknown): value is Plural =>
  typeof value === 'object' &&
  value !== null &&
  'other' in value &&
  Object.keys(value).every(name => CATEGORIES.has(name));

/** Every text of a catalog, or of any value that holds texts. */
export function textsIn(value: unknown, path = ''): CatalogText[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    textsIn(member, path === '' ? name : `${path}.${name}`),
  );
}

export const placeholdersOf = (text: string): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).sort();

/** The parts of a text between its placeholders that say something: with a word of four letters. */
export const piecesOf = (text: string): string[] =>
  text
    .split(/\{\w+\}/)
    .map(piece => piece.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, ''))
    .filter(piece => /\p{L}{4}/u.test(piece));

/** Words that a language shares with English on purpose. */
const SHARED: Readonly<Partial<Record<Language, readonly string[]>>> = {
  de: ['Name', '(optional)', 'optional'],
  fr: ['QR code'],
  pt: ['QR code'],
  it: ['Email'],
  nl: ['OPEN'],
};

/** Proper names, and an address that is an example. */
const ANYWHERE = ['Anteroom', 'you@example.com'];

export const isShared = (language: Language, text: string): boolean =>
  [...ANYWHERE, ...(SHARED[language] ?? [])].includes(text);
