import { escapeHtml } from '../markup/escape.ts';
import { onOneLine } from '../markup/one-line.ts';

/** The variables of a template, with their descriptions. */
export const VARIABLES = {
  waitlistName: "The waitlist's name",
  description: "The waitlist's description; empty if it has none",
  name: 'The name the person gave; "there" if none, as in Hi there',
  position: 'Place in line when the email is sent, e.g. 128',
  referralLink: "The person's referral link",
  statusLink: "The link to the person's place",
} as const;

export type VariableName = keyof typeof VARIABLES;

/** Plain-text values for one signup. */
export type VariableValues = Readonly<Record<VariableName, string>>;

/** `{{name}}`, with optional spaces around the name. */
const PLACEHOLDER = /\{\{([^{}]*)\}\}/g;

const isVariable = (name: string): name is VariableName => Object.hasOwn(VARIABLES, name);

/** Unknown names, each once, in order. */
export const unknownVariables = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(PLACEHOLDER)].map(match => (match[1] ?? '').trim()).filter(name => !isVariable(name)),
  ),
];

const fill = (text: string, values: VariableValues, clean: (value: string) => string): string =>
  text.replace(PLACEHOLDER, (placeholder, inner: string) => {
    const name = inner.trim();
    return isVariable(name) ? clean(values[name]) : placeholder;
  });

/** The same text with every variable written without spaces. */
export const canonicalVariables = (text: string): string =>
  text.replace(PLACEHOLDER, (_, name: string) => `{{${name.trim()}}}`);

/** Whether a text has variables. */
export const hasVariables = (text: string): boolean => text.search(PLACEHOLDER) !== -1;

/** Fills with escaped values. */
export const fillHtml = (html: string, values: VariableValues): string => fill(html, values, escapeHtml);

/** Fills with values as they are. */
export const fillText = (text: string, values: VariableValues): string => fill(text, values, value => value);

/** Fills on one line: a value must not add a header. */
export const fillSubject = (subject: string, values: VariableValues): string =>
  onOneLine(fill(subject, values, value => value)).trim();
