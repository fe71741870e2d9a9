/** The error of a field of the form, for a visitor. */
export const FIELD_ERRORS = {
  email: 'That email address doesn’t look right. Please check it.',
  name: 'That name is too long. Please use at most 100 characters.',
} as const;

export type FormField = keyof typeof FIELD_ERRORS;

export const EMAIL_MISSING = 'Please enter your email address.';
