import { ApiError, ValidationError } from '../../core/kernel/errors.ts';
import { type FormField, isFormField } from '../../core/pages/field-errors.ts';
import { pageSecurityHeaders } from '../../core/pages/page-security-headers.ts';
import { type PageAddress, type ShowPageServices, showFormAgain } from '../../core/pages/show-page.ts';
import { campaignOf } from '../../core/questions/source.ts';
import { answerFields, type FormFields } from '../../core/signups/form-body.ts';
import type { ApiResponse } from '../middleware/api-request.ts';
import { HTML_HEADERS } from './show-page.ts';

export type ShowFormAgain = (
  address: PageAddress,
  fields: FormFields,
  error: unknown,
) => Promise<ApiResponse>;

interface PostedErrors {
  readonly errors: Partial<Record<FormField, string>>;
  /** By the key of the question. */
  readonly answers: Record<string, string>;
}

const isClosed = (error: unknown): boolean => error instanceof ApiError && error.code === 'waitlist_closed';

/** The messages of the API by field, none while nobody can join; null if the form can't show the error. */
function fieldErrors(error: unknown): PostedErrors | null {
  const found: PostedErrors = { errors: {}, answers: {} };
  if (isClosed(error)) return found;
  if (!(error instanceof ValidationError)) return null;
  for (const { path, message } of error.details) {
    const key = /^answers\.(\w+)$/.exec(path)?.[1];
    if (isFormField(path)) found.errors[path] = message;
    else if (key !== undefined) found.answers[key] = message;
    else return null;
  }
  return found;
}

/**
 * Answers a refused form that was posted without JavaScript: shows it again, filled, with its errors, or says why nobody can
 * join.
 * @throws the error if the form can't show it
 */
export function createShowFormAgain(services: ShowPageServices): ShowFormAgain {
  return async (address, fields, error) => {
    const wrong = fieldErrors(error);
    if (wrong === null) throw error;
    const posted: Readonly<Record<string, string>> = Object.fromEntries(fields);
    const { email = '', name = '', redirectUrl = null, ref, referralCode = ref } = posted;
    const page = await showFormAgain(services, address, referralCode, {
      email,
      name,
      redirectUrl,
      campaign: campaignOf(posted),
      errors: wrong.errors,
      answers: { values: answerFields(fields), errors: wrong.answers },
    });
    if (page === null) throw error;
    return {
      statusCode: isClosed(error) ? 403 : 400,
      headers: { ...HTML_HEADERS, ...pageSecurityHeaders(page.security) },
      body: page.html,
    };
  };
}
