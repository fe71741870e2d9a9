import type { Texts } from '../languages/texts.ts';

/** The errors of the form's own fields, and where their texts are. */
const FIELD_ERRORS = { email: 'emailInvalid', name: 'nameTooLong' } as const satisfies Record<
  string,
  keyof Texts['form']
>;

export type FormField = keyof typeof FIELD_ERRORS;

export const isFormField = (path: string): path is FormField => Object.hasOwn(FIELD_ERRORS, path);

/** Rules of schemas are written for developers, as the end of a sentence about a field. What is for visitors is a whole sentence. */
export const isForDevelopers = (message: string): boolean =>
  /^(must|is|has|contains|Invalid|Too)\b/.test(message);

/** The error of a field of the form, for a visitor. @param message - of the API */
export const fieldError = (texts: Texts['form'], field: FormField, message: string): string =>
  isForDevelopers(message) ? texts[FIELD_ERRORS[field]] : message;

/** The error of an answer, for a visitor. @param message - of the API */
export function answerError(texts: Texts['answer'], message: string): string {
  if (!isForDevelopers(message)) return message;
  if (message === 'is required' || message.startsWith('must be one of')) return texts.missing;
  return message === 'must be ticked' ? texts.notTicked : texts.tooLong;
}
