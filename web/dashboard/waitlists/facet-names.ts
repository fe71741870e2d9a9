import type { Waitlist } from '../api/queries.ts';

const languages = new Intl.DisplayNames('en', { type: 'language' });

/** A language in English. The API takes any code. */
export function nameLanguage(code: string): string {
  try {
    return languages.of(code) ?? code;
  } catch {
    return code;
  }
}

/** What our own names for a source mean. */
const SOURCES: Readonly<Record<string, string>> = {
  direct: 'Direct, or unknown',
  friend: 'A friend’s link',
  other: 'Other sources',
};
const CHECKBOX: Readonly<Record<string, string>> = { true: 'Ticked', false: 'Not ticked' };

const own = (names: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.hasOwn(names, name) ? names[name] : undefined;

/** A source as people call it. */
export const nameSource = (source: string): string => own(SOURCES, source) ?? source;

/** An answer as it is counted, for people to read. */
export const nameAnswer = ({ type }: Pick<Waitlist['questions'][number], 'type'>, value: string): string =>
  (type === 'checkbox' && own(CHECKBOX, value)) || value;
