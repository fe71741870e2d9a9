import type { ApiError, ErrorBody, ErrorDetail } from '../kernel/errors.ts';
import { fill, fillCount } from '../languages/format.ts';
import type { Language } from '../languages/language.ts';
import { type Texts, textsOf } from '../languages/texts.ts';
import { answerError, fieldError, isForDevelopers, isFormField } from './field-errors.ts';

const secondsOf = ({ headers }: ApiError): number => Number(headers['retry-after'] ?? 1);

function translateDetail(texts: Texts, { path, message }: ErrorDetail): ErrorDetail {
  if (!isForDevelopers(message)) return { path, message };
  if (isFormField(path)) return { path, message: fieldError(texts.form, path, message) };
  if (path.startsWith('answers.')) return { path, message: answerError(texts.answer, message) };
  const { badRedirect, invalidField } = texts.errors;
  return { path, message: path === 'redirectUrl' ? badRedirect : invalidField };
}

function translateInvalid(texts: Texts, details: readonly ErrorDetail[]): Partial<ErrorBody> {
  const { errors } = texts;
  const fields = [...new Set(details.map(({ path }) => path).filter(path => path !== ''))];
  return {
    error: fields.length === 0 ? errors.invalid : fill(errors.invalidFields, { fields: fields.join(', ') }),
    resolution: errors.invalidAdvice,
    details: details.map(detail => translateDetail(texts, detail)),
  };
}

/** What the error says; nothing of a closed waitlist's, which was thrown in the language. */
function translate(error: ApiError, body: ErrorBody, language: Language): Partial<ErrorBody> {
  const texts = textsOf(language);
  const { errors } = texts;
  switch (error.code) {
    case 'waitlist_closed':
      return {};
    case 'validation_failed':
      return body.details
        ? translateInvalid(texts, body.details)
        : { error: errors.badBody, resolution: errors.badBodyAdvice };
    case 'invalid_json':
    case 'unsupported_media_type':
    case 'payload_too_large':
      return { error: errors.badBody, resolution: errors.badBodyAdvice };
    case 'rate_limited':
      return {
        error: errors.tooMany,
        resolution: fillCount(language, errors.tooManyAdvice, secondsOf(error)),
      };
    case 'origin_not_allowed':
      return { error: errors.badSite, resolution: errors.badSiteAdvice };
    case 'challenge_failed':
      return { error: errors.notHuman, resolution: errors.notHumanAdvice };
    case 'not_found':
      // Other sentences were thrown in the language.
      return body.resolution === undefined ? {} : { error: errors.noPage, resolution: errors.noPageAdvice };
    case 'service_unavailable':
      return {
        error: errors.unavailable,
        resolution: fillCount(language, errors.unavailableAdvice, secondsOf(error)),
      };
    default:
      return { error: errors.failed, resolution: errors.failedAdvice };
  }
}

/** The body of an error for a visitor who reads a language. Its code, and the paths of its details, are the same in all. */
export function errorIn(language: Language, error: ApiError, requestId: string): ErrorBody {
  const body = error.toBody(requestId);
  return language === 'en' ? body : { ...body, ...translate(error, body, language) };
}
