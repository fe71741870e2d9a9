import { fieldError } from '../../core/pages/field-errors.ts';
import type { SignupOutcome, SignupProblem, SignupResult } from './messages.ts';

/** The server's answer. `body` is empty if it was no JSON object. */
export interface SignupAnswer {
  readonly status: number;
  /** In seconds; null if the server did not say. */
  readonly retryAfter: number | null;
  readonly body: Readonly<Record<string, unknown>>;
}

export const UNREACHABLE = problem(
  'unreachable',
  'We couldn’t reach the server. Check your connection and try again.',
);
export const CLOSED = problem('not_found', 'This waitlist is no longer open.');

const notAllowed = 'This form isn’t set up for this site yet.';
const serverError = 'Something went wrong on our end. Please try again in a moment.';
const checkAnswers = 'Please check your answers. One is missing, or too long.';
const linkMailed = 'Check your inbox for a link to your place.';

export const tooMany = (wait: string): string => `Too many attempts. Please wait ${wait} and try again.`;

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
): { readonly outcome: SignupOutcome; readonly statusUrl: string | null } {
  if (answer === null) return { outcome: UNREACHABLE, statusUrl: null };
  const { status, body } = answer;
  if (status < 200 || status >= 300) return { outcome: failure(answer), statusUrl: null };
  if (body.alreadyJoined === true) {
    return { outcome: alreadyJoined(asText(body.message), mayHaveJoined), statusUrl: null };
  }
  const message = asText(body.message);
  if (body.pending === true) return { outcome: { result: { pending: true, message } }, statusUrl: null };
  const { position, statusUrl } = body;
  if (typeof position !== 'number') {
    return { outcome: problem('internal_error', serverError), statusUrl: null };
  }
  const result: SignupResult = {
    position,
    referralCode: asText(body.referralCode),
    referralLink: asText(body.referralLink),
    message,
  };
  return { outcome: { result }, statusUrl: typeof statusUrl === 'string' ? statusUrl : null };
}

function alreadyJoined(message: string, mayHaveJoined: boolean): SignupOutcome {
  // They may have joined a moment ago, or long before. Both are on the list, and both are mailed the link.
  const text = mayHaveJoined ? 'You’re on the list.' : message || 'This email is already on the list.';
  return {
    problem: {
      message: `${text} ${linkMailed}`,
      code: 'already_joined',
      alreadyJoined: true,
      details: [],
      suggestion: null,
    },
  };
}

function failure({ status, retryAfter, body }: SignupAnswer): SignupOutcome {
  const code = asText(body.code) || 'internal_error';
  switch (status) {
    case 400: {
      const details = fieldDetails(body.details);
      const first = details[0]?.message ?? (asText(body.error) || serverError);
      return problem(code, first, details);
    }
    case 403:
      if (code === 'origin_not_allowed') return problem(code, notAllowed);
      if (code === 'waitlist_closed') return problem(code, asText(body.error));
      return problem(code, 'We couldn’t verify that you’re human. Please try again, or reload the page.');
    case 404:
      // Another server's 404 says nothing about the waitlist.
      return code === 'not_found' ? CLOSED : UNREACHABLE;
    case 429:
      return problem(code, tooMany(waitText(retryAfter)));
    default:
      return problem(code, serverError);
  }
}

/** Replaces the schema's messages, which are written for developers. */
function fieldDetails(details: unknown): SignupProblem['details'] {
  if (!Array.isArray(details)) return [];
  return details.flatMap((entry: unknown) => {
    const path = asText((entry as { path?: unknown } | null)?.path);
    if (path.startsWith('answers.')) return [{ path, message: checkAnswers }];
    return path === 'email' || path === 'name'
      ? [{ path, message: fieldError(path, asText((entry as { message?: unknown }).message)) }]
      : [];
  });
}

function waitText(seconds: number | null): string {
  if (seconds === null || seconds > 90) return 'a minute';
  return seconds <= 1 ? 'a second' : `${Math.ceil(seconds)} seconds`;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
