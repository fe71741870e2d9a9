import { escapeHtml } from '../markup/escape.ts';
import { onOneLine } from '../markup/one-line.ts';

/** `{{name}}` or `{{name|fallback}}`, with optional spaces around each. */
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

/** The parts of a placeholder. */
function readPlaceholder(inner: string): { readonly name: string; readonly fallback: string | undefined } {
  const [name = '', ...rest] = inner.split('|');
  return { name: name.trim(), fallback: rest.length === 0 ? undefined : rest.join('|').trim() };
}

/** Unknown names, each once, in order. */
export const unknownVariables = (text: string, known: readonly string[]): string[] => [
  ...new Set(
    [...text.matchAll(PLACEHOLDER)]
      .map(match => readPlaceholder(match[1] ?? '').name)
      .filter(name => !known.includes(name)),
  ),
];

/** Plain-text values by the name of their variable. */
type Values = Readonly<Record<string, string>>;

/** With the space before it, which goes where a variable says nothing: `Hi {{name|}},` is `Hi,`. */
const SPACED = new RegExp(`( ?)${PLACEHOLDER.source}`, 'g');

/** @param nameless - said where there is no name, unless the variable says something itself: `{{name|friend}}` */
const fill = (
  text: string,
  values: Values,
  clean: (value: string, name: string) => string,
  nameless: string,
): string =>
  text.replace(SPACED, (placeholder, space: string, inner: string) => {
    const { name, fallback } = readPlaceholder(inner);
    if (!Object.hasOwn(values, name)) return placeholder;
    const value = values[name] || (fallback ?? (name === 'name' ? nameless : ''));
    return value === '' ? '' : space + clean(value, name);
  });

/** The same text with every variable written without spaces. */
export const canonicalVariables = (text: string): string =>
  text.replace(PLACEHOLDER, (_, name: string) => `{{${name.trim()}}}`);

/** Whether a text has variables. */
export const hasVariables = (text: string): boolean => text.search(PLACEHOLDER) !== -1;

/** A message may have several lines. */
const toHtml = (value: string, name: string): string =>
  name === 'message' ? escapeHtml(value).replace(/\r?\n/g, '<br>') : escapeHtml(value);

/** Fills with escaped values. */
export const fillHtml = (html: string, values: Values, nameless: string): string =>
  fill(html, values, toHtml, nameless);

/** Fills with values as they are. */
export const fillText = (text: string, values: Values, nameless: string): string =>
  fill(text, values, value => value, nameless);

/** What follows a name that is not there, as in `{{name}}, you’re in`. */
const DANGLING = /^[\s,:،、]+/;

/** Fills on one line: a value must not add a header. */
export const fillSubject = (subject: string, values: Values, nameless: string): string =>
  onOneLine(fill(subject, values, value => value, nameless))
    .replace(DANGLING, '')
    .trim();
