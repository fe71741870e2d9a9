import { fillCount } from '../../core/languages/format.ts';
import type { Language } from '../../core/languages/language.ts';
import type { Texts } from '../../core/languages/texts.ts';
import { fieldError } from '../../core/pages/field-errors.ts';
import type { SignupOutcome, SignupProblem, SignupResult } from './messages.ts';

/** The server's answer. `body` is empty if it was no JSON object. */
export interface SignupAnswer {
  readonly status: number;
  /** In seconds; null if the server did not say. */
  readonly retryAfter: number | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** What a form says, and in which language. */
export interface FormWords {
  readonly language: Language;
  readonly texts: Texts['form'];
}

export function problem(
  code: string,
  message: string,
  details: SignupProblem['details'] = [],
): { readonly problem: SignupProblem } {
  return { problem: { message, code, alreadyJoined: false, details, suggestion: null } };
}

/**
 * The outcome of a signup for the visitor, and where their place is.
 * @param answer - null if there is none
 * @param mayHaveJoined - an earlier try may have reached the server, whose answer was lost
 */
export function outcomeOf(
  answer: SignupAnswer | null,
  mayHaveJoined: boolean,
  words: FormWords,
): { readonly outcome: SignupOutcome; readonly statusUrl: string | null } {
  const { texts } = words;
  if (answer === null) return { outcome: problem('unreachable', texts.unreachable), statusUrl: null };
  const { status, body } = answer;
  if (status < 200 || status >= 300) return { outcome: failure(answer, words), statusUrl: null };
  if (body.alreadyJoined === true) {
    return { outcome: alreadyJoined(mayHaveJoined ? texts.onList : texts.alreadyJoined), statusUrl: null };
  }
  const message = asText(body.message);
  if (body.pending === true) return { outcome: { result: { pending: true, message } }, statusUrl: null };
  const { position, statusUrl } = body;
  if (typeof position !== 'number') {
    return { outcome: problem('internal_error', texts.failed), statusUrl: null };
  }
  const result: SignupResult = {
    position,
    referralCode: asText(body.referralCode),
    referralLink: asText(body.referralLink),
    message,
  };
  return { outcome: { result }, statusUrl: typeof statusUrl === 'string' ? statusUrl : null };
}

/** They may have joined a moment ago, or long before. Both are on the list, and both are mailed the link. */
const alreadyJoined = (message: string): SignupOutcome => ({
  problem: { message, code: 'already_joined', alreadyJoined: true, details: [], suggestion: null },
});

function failure({ status, retryAfter, body }: SignupAnswer, { language, texts }: FormWords): SignupOutcome {
  const code = asText(body.code) || 'internal_error';
  switch (status) {
    case 400: {
      const details = fieldDetails(body.details, texts);
      const first = details[0]?.message ?? (asText(body.error) || texts.failed);
      return problem(code, first, details);
    }
    case 403:
      if (code === 'origin_not_allowed') return problem(code, texts.notAllowed);
      if (code === 'waitlist_closed') return problem(code, asText(body.error));
      return problem(code, texts.notHuman);
    case 404:
      // Another server's 404 says nothing about the waitlist.
      return code === 'not_found' ? problem(code, texts.gone) : problem('unreachable', texts.unreachable);
    case 429:
      return problem(code, tooMany(retryAfter, language, texts));
    default:
      return problem(code, texts.failed);
  }
}

/** Replaces the schema's messages, which are written for developers. */
function fieldDetails(details: unknown, texts: Texts['form']): SignupProblem['details'] {
  if (!Array.isArray(details)) return [];
  return details.flatMap((entry: unknown) => {
    const path = asText((entry as { path?: unknown } | null)?.path);
    if (path.startsWith('answers.')) return [{ path, message: texts.answersWrong }];
    return path === 'email' || path === 'name'
      ? [{ path, message: fieldError(texts, path, asText((entry as { message?: unknown }).message)) }]
      : [];
  });
}

const tooMany = (seconds: number | null, language: Language, texts: Texts['form']): string =>
  seconds === null || seconds > 90
    ? texts.waitMinute
    : fillCount(language, texts.waitSeconds, Math.max(1, Math.ceil(seconds)));

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
