/** The error of a field of the form, for a visitor. */
export const FIELD_ERRORS = {
  email: 'That email address doesn’t look right. Please check it.',
  name: 'That name is too long. Please use at most 100 characters.',
} as const;

/** The error of an answer in words for visitors. @param message - the API's */
export function answerError(message: string): string {
  if (message === 'is required' || message.startsWith('must be one of'))
    return 'Please answer this question.';
  if (message === 'must be ticked') return 'Please tick this box to join.';
  return 'That answer is too long. Please use at most 500 characters.';
}

export type FormField = keyof typeof FIELD_ERRORS;

/** @param message - of the API. A waitlist's rules are written for visitors; those of a schema, for developers */
export const fieldError = (field: FormField, message: string): string =>
  message.startsWith('This waitlist ') ? message : FIELD_ERRORS[field];

export const EMAIL_MISSING = 'Please enter your email address.';
