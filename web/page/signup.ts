import type { Challenge } from './challenge.ts';
import type { SignupInput, SignupOutcome, SignupProblem, SignupResult } from './messages.ts';

/** A signup: its input, and the promise of its outcome. */
export interface SignupAttempt {
  readonly input: SignupInput;
  readonly outcome: Promise<SignupOutcome>;
}

export interface Signup {
  (input: SignupInput): Promise<SignupOutcome>;
  /** The last attempt that reached the server, so that the default form can take over from page code. */
  latest(): SignupAttempt | null;
}

const perMinute = 10;

/**
 * Sends signups to the server. Page code cannot do that itself, so this also limits it: one signup at a time, and at most
 * as many per minute as the server accepts (contract section 5).
 */
export function createSignup(options: {
  readonly url: string;
  readonly referralCode: string | null;
  readonly challenge: Challenge | null;
  /** Gets the link to the place, which page code does not. */
  readonly onJoined: OnJoined;
}): Signup {
  let latest: SignupAttempt | null = null;
  let pending = false;
  let sent: number[] = [];

  const signup = (raw: SignupInput): Promise<SignupOutcome> => {
    const input = { email: raw.email.trim(), name: raw.name.trim() };
    if (input.email === '') return refuse('validation_failed', emailMissing, 'email');
    if (pending && latest) {
      // A double click must not turn a success into an error.
      return same(latest.input, input) ? latest.outcome : refuse('busy', 'One moment, please.');
    }
    const now = Date.now();
    sent = sent.filter(at => now - at < 60_000);
    if (sent.length >= perMinute) return refuse('rate_limited', tooMany('a minute'));
    sent.push(now);
    pending = true;
    const outcome = submit(options, input).finally(() => {
      pending = false;
    });
    latest = { input, outcome };
    return outcome;
  };
  return Object.assign(signup, { latest: () => latest });
}

const emailMissing = 'Please enter your email address.';
const emailWrong = 'That email address doesn’t look right. Please check it.';
const nameWrong = 'That name is too long. Please use at most 100 characters.';
const notAllowed = 'This form isn’t set up for this site yet.';
const serverError = 'Something went wrong on our end. Please try again in a moment.';
const linkMailed = 'Check your inbox for a link to your place.';
const unreachable = 'We couldn’t reach the server. Check your connection and try again.';
const tooMany = (wait: string) => `Too many attempts. Please wait ${wait} and try again.`;

const same = (a: SignupInput, b: SignupInput) => a.email === b.email && a.name === b.name;

function problem(code: string, message: string, details: SignupProblem['details'] = []): SignupOutcome {
  return { problem: { message, code, alreadyJoined: false, details } };
}

async function refuse(code: string, message: string, path?: string): Promise<SignupOutcome> {
  return problem(code, message, path ? [{ path, message }] : []);
}

type OnJoined = (result: SignupResult, statusUrl: string) => void;

interface Submission {
  readonly url: string;
  readonly referralCode: string | null;
  readonly challenge: Challenge | null;
  readonly onJoined: OnJoined;
}

/** Sends nothing without a token: the server would refuse the signup and could not explain why the token is missing. */
async function submit(submission: Submission, input: SignupInput): Promise<SignupOutcome> {
  const { challenge } = submission;
  if (!challenge) return send(submission, input, null);
  const solved = await challenge.solve();
  if ('problem' in solved) return problem('challenge_failed', solved.problem);
  const outcome = await send(submission, input, solved.token);
  challenge.reset();
  return outcome;
}

async function send(
  { url, referralCode, onJoined }: Submission,
  input: SignupInput,
  turnstileToken: string | null,
): Promise<SignupOutcome> {
  let response: Response;
  let body: Record<string, unknown>;
  try {
    response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        email: input.email,
        ...(input.name && { name: input.name }),
        ...(referralCode && { referralCode }),
        ...(turnstileToken && { turnstileToken }),
      }),
      signal: AbortSignal.timeout(20_000),
    });
    const json: unknown = await response.json().catch(() => null);
    body = typeof json === 'object' && json !== null ? (json as Record<string, unknown>) : {};
  } catch {
    return problem('unreachable', unreachable);
  }
  if (response.ok) return success(body, onJoined);
  return failure(response, body);
}

function success(body: Record<string, unknown>, onJoined: OnJoined): SignupOutcome {
  const message = asText(body.message);
  if (body.alreadyJoined === true) {
    return {
      problem: {
        message: `${message || 'This email is already on the list.'} ${linkMailed}`,
        code: 'already_joined',
        alreadyJoined: true,
        details: [],
      },
    };
  }
  if (body.pending === true) return { result: { pending: true, message } };
  const position = body.position;
  if (typeof position !== 'number') return problem('internal_error', serverError);
  const result: SignupResult = {
    position,
    referralCode: asText(body.referralCode),
    referralLink: asText(body.referralLink),
    message,
  };
  if (typeof body.statusUrl === 'string') onJoined(result, body.statusUrl);
  return { result };
}

function failure(response: Response, body: Record<string, unknown>): SignupOutcome {
  const code = asText(body.code) || 'internal_error';
  switch (response.status) {
    case 400: {
      const details = fieldDetails(body.details);
      const first = details[0]?.message ?? (asText(body.error) || serverError);
      return problem(code, first, details);
    }
    case 403:
      if (code === 'origin_not_allowed') return problem(code, notAllowed);
      return problem(code, 'We couldn’t verify that you’re human. Please try again, or reload the page.');
    case 404:
      return problem(code, 'This waitlist is no longer open.');
    case 429:
      return problem(code, tooMany(waitOf(response.headers.get('retry-after'))));
    default:
      return problem(code, serverError);
  }
}

/** Replaces the schema's messages, which are written for developers. */
function fieldDetails(details: unknown): SignupProblem['details'] {
  if (!Array.isArray(details)) return [];
  return details.flatMap((entry: unknown) => {
    const path = asText((entry as { path?: unknown } | null)?.path);
    if (path === 'email') return [{ path, message: emailWrong }];
    if (path === 'name') return [{ path, message: nameWrong }];
    return [];
  });
}

function waitOf(retryAfter: string | null): string {
  const seconds = Number(retryAfter);
  if (!retryAfter || !Number.isFinite(seconds) || seconds > 90) return 'a minute';
  return seconds <= 1 ? 'a second' : `${Math.ceil(seconds)} seconds`;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
