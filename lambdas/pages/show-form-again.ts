import { ValidationError } from '../../core/kernel/errors.ts';
import { FIELD_ERRORS, type FormField } from '../../core/pages/field-errors.ts';
import { pageSecurityHeaders } from '../../core/pages/page-security-headers.ts';
import { type PageAddress, type ShowPageServices, showFormAgain } from '../../core/pages/show-page.ts';
import type { ApiResponse } from '../middleware/api-request.ts';
import { HTML_HEADERS } from './show-page.ts';

type Fields = Readonly<Record<string, string>>;

export type ShowFormAgain = (address: PageAddress, fields: Fields, error: unknown) => Promise<ApiResponse>;

const isFormField = (path: string): path is FormField => Object.hasOwn(FIELD_ERRORS, path);

/** The errors by field; null where something else is wrong. */
function fieldErrors(error: unknown): Partial<Record<FormField, string>> | null {
  const details = error instanceof ValidationError ? (error.toBody('').details ?? []) : [];
  const fields = details.map(({ path }) => path).filter(isFormField);
  if (fields.length === 0 || fields.length < details.length) return null;
  return Object.fromEntries(fields.map(field => [field, FIELD_ERRORS[field]]));
}

/**
 * Answers a form that was posted without JavaScript and refused for its address or name with the form again, filled.
 * @throws the error where that would not help
 */
export function createShowFormAgain(services: ShowPageServices): ShowFormAgain {
  return async (address, fields, error) => {
    const errors = fieldErrors(error);
    if (errors === null) throw error;
    const { email = '', name = '', redirectUrl = null, ref, referralCode = ref } = fields;
    const page = await showFormAgain(services, address, referralCode, { email, name, redirectUrl, errors });
    if (page === null) throw error;
    return {
      statusCode: 400,
      headers: { ...HTML_HEADERS, ...pageSecurityHeaders(page.security) },
      body: page.html,
    };
  };
}
