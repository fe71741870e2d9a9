import { onOneLine } from '../email/one-line.ts';
import { escapeHtml } from '../html/escape.ts';

/** The variables of a template, with their descriptions. */
export const VARIABLES = {
  waitlistName: "The waitlist's name",
  description: "The waitlist's description; empty if it has none",
  position: 'Place in line when the email is sent, e.g. 128',
  referralLink: "The person's referral link",
} as const;

export type VariableName = keyof typeof VARIABLES;

/** The value of each variable for one signup, as plain text. */
export type VariableValues = Readonly<Record<VariableName, string>>;

/** `{{name}}`, blanks around the name allowed. */
const PLACEHOLDER = /\{\{\s*([^{}]*?)\s*\}\}/g;

const isVariable = (name: string): name is VariableName => Object.hasOwn(VARIABLES, name);

/** Names between braces that are no variable, each once, in order. */
export const unknownVariables = (text: string): string[] => [
  ...new Set([...text.matchAll(PLACEHOLDER)].map(match => match[1] ?? '').filter(name => !isVariable(name))),
];

const fill = (text: string, values: VariableValues, clean: (value: string) => string): string =>
  text.replace(PLACEHOLDER, (placeholder, name: string) =>
    isVariable(name) ? clean(values[name]) : placeholder,
  );

/** Values escaped, so that none of them can be markup. */
export const fillHtml = (html: string, values: VariableValues): string => fill(html, values, escapeHtml);

/** Values as they are. */
export const fillText = (text: string, values: VariableValues): string => fill(text, values, value => value);

/** One line, whatever the values hold: a header must not get a second one. */
export const fillSubject = (subject: string, values: VariableValues): string =>
  fill(subject, values, onOneLine).trim();
