import { fill } from '../../core/languages/format.ts';
import type { Source } from '../../core/questions/source.ts';
import type { SignupInput, SignupOutcome, SignupResult } from './messages.ts';
import { type FormWords, outcomeOf, problem, type SignupAnswer } from './signup-outcome.ts';
import { suggestEmail } from './suggest-email.ts';

/** A signup: its input, and the promise of its outcome. */
export interface SignupAttempt {
  readonly input: SignupInput;
  readonly outcome: Promise<SignupOutcome>;
}

export interface Signup {
  (input: SignupInput): Promise<SignupOutcome>;
  /** The last attempt that was sent, so that the default form can take over from page code. */
  latest(): SignupAttempt | null;
}

/** The bot challenge as a signup uses it (challenge.ts). */
interface Challenge {
  solve(): Promise<{ readonly token: string } | { readonly problem: string }>;
  reset(): void;
}

export interface SignupOptions extends FormWords {
  readonly url: string;
  readonly referralCode: string | null;
  readonly source: Source;
  readonly challenge: Challenge | null;
  /** Gets the link to the place, which page code does not. The outcome waits for it. */
  readonly onJoined: (result: SignupResult, statusUrl: string) => Promise<void>;
  /** The server does not answer, or is busy, and is asked again; false: not anymore. */
  readonly onRetrying: (isRetrying: boolean) => void;
}

const PER_MINUTE = 10;
const TIMEOUT_MS = 20_000;
/** No try starts later. */
const RETRY_FOR_MS = 30_000;
const FIRST_PAUSE_MS = 1_000;

/**
 * Sends signups to the server. Page code cannot do that itself, so this also limits it: one signup at a time, and at most
 * as many requests per minute as the server accepts (contract section 5).
 */
export function createSignup(options: SignupOptions): Signup {
  const { texts } = options;
  let latest: SignupAttempt | null = null;
  let pending = false;
  let sent: number[] = [];
  /** The last address that was asked about. Sent again, it is meant. */
  let questioned = '';

  function mayCall(): boolean {
    const now = Date.now();
    sent = sent.filter(at => now - at < 60_000);
    if (sent.length >= PER_MINUTE) return false;
    sent.push(now);
    return true;
  }

  const signup = async (raw: SignupInput): Promise<SignupOutcome> => {
    const input = { email: raw.email.trim(), name: raw.name.trim(), answers: raw.answers };
    const { email } = input;
    if (email === '') {
      const message = texts.emailMissing;
      return problem('validation_failed', message, [{ path: 'email', message }]);
    }
    if (pending && latest) {
      // A double click must not turn a success into an error.
      return same(latest.input, input) ? latest.outcome : problem('busy', texts.busy);
    }
    const suggestion = suggestEmail(email);
    if (suggestion !== null && email !== questioned) {
      questioned = email;
      const message = fill(texts.didYouMean, { suggestion, email });
      return { problem: { message, code: 'check_email', alreadyJoined: false, details: [], suggestion } };
    }
    if (!mayCall()) return problem('rate_limited', texts.waitMinute);
    pending = true;
    const outcome = submit(options, input, mayCall).finally(() => {
      pending = false;
    });
    latest = { input, outcome };
    return outcome;
  };
  return Object.assign(signup, { latest: () => latest });
}

const same = (a: SignupInput, b: SignupInput) => a.email === b.email && a.name === b.name;

const sleep = (ms: number): Promise<void> => new Promise(resolve => setTimeout(resolve, ms));

/**
 * Sends a signup, and again while the server is busy or unreachable. A signup that is repeated joins nobody twice.
 * @param mayCall - whether another request may be sent
 */
async function submit(
  options: SignupOptions,
  input: SignupInput,
  mayCall: () => boolean,
): Promise<SignupOutcome> {
  const { challenge, onJoined, onRetrying } = options;
  const end = Date.now() + RETRY_FOR_MS;
  let mayHaveJoined = false;
  try {
    for (let pause = FIRST_PAUSE_MS; ; pause *= 2) {
      // Nothing is sent without a token: the server would refuse the signup and could not explain why it is missing. Each is
      // good for one try.
      const solved = await challenge?.solve();
      if (solved && 'problem' in solved) return problem('challenge_failed', solved.problem);
      const answer = await send(options, input, solved?.token);
      challenge?.reset();
      const wait = waitBeforeRetry(answer, pause);
      if (wait === null || Date.now() + wait > end || !mayCall()) {
        const { outcome, statusUrl } = outcomeOf(answer, mayHaveJoined, options);
        if (statusUrl !== null && 'result' in outcome && 'position' in outcome.result)
          await onJoined(outcome.result, statusUrl);
        return outcome;
      }
      mayHaveJoined ||= answer?.status !== 429;
      onRetrying(true);
      await sleep(wait);
    }
  } finally {
    onRetrying(false);
  }
}

/**
 * How long to wait before another try; null: the answer is final. Browsers do not come back all at once, and none before the
 * server wants them back. Our own limit for an address always says when.
 */
function waitBeforeRetry(answer: SignupAnswer | null, pause: number): number | null {
  const isBusy = answer === null || [429, 502, 503, 504].includes(answer.status);
  if (!isBusy || (answer?.body.code === 'rate_limited' && answer.retryAfter === null)) return null;
  return (answer?.retryAfter ?? 0) * 1_000 + pause * (0.5 + Math.random());
}

/** Null if the server cannot be reached. */
async function send(
  { url, referralCode, source, language }: SignupOptions,
  input: SignupInput,
  turnstileToken: string | undefined,
): Promise<SignupAnswer | null> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        email: input.email,
        language,
        ...(input.name && { name: input.name }),
        ...(input.answers && { answers: input.answers }),
        ...(Object.values(source).some(Boolean) && { source }),
        ...(referralCode && { referralCode }),
        ...(turnstileToken && { turnstileToken }),
      }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const seconds = Number(response.headers.get('retry-after') || Number.NaN);
    return {
      status: response.status,
      retryAfter: seconds >= 0 ? seconds : null,
      body: readObject(await response.text()),
    };
  } catch {
    return null;
  }
}

function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
