import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { textsOf } from '../../../core/languages/texts.ts';
import { NO_SOURCE } from '../../../core/questions/source.ts';
import { createSignup } from '../../../web/page/signup.ts';
import { verifies } from '../../support/verifies.ts';

interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly retryAfter?: string;
}

const JOINED: Answer = {
  status: 201,
  body: { position: 7, referralCode: 'code', referralLink: 'https://x.test/?ref=code', message: 'Hi' },
};
const KNOWN: Answer = { status: 200, body: { alreadyJoined: true, message: 'Already on the list.' } };
/** API Gateway's own. */
const THROTTLED: Answer = { status: 429, body: { message: 'Too Many Requests' } };
const LOST = null;

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** Signs up against these answers, the last of them for good. */
function start(...answers: (Answer | null)[]) {
  const began = Date.now();
  const calls: number[] = [];
  const emails: string[] = [];
  const notes: boolean[] = [];
  jest.spyOn(globalThis, 'fetch').mockImplementation(async (_, init) => {
    const answer = answers[Math.min(calls.length, answers.length - 1)];
    calls.push(Date.now() - began);
    emails.push(JSON.parse(String(init?.body)).email);
    if (!answer) throw new TypeError('Failed to fetch');
    const { status, body, retryAfter } = answer;
    return new Response(typeof body === 'string' ? body : JSON.stringify(body ?? {}), {
      status,
      headers: retryAfter ? { 'retry-after': retryAfter } : {},
    });
  });
  const signup = createSignup({
    language: 'en',
    texts: textsOf('en').form,
    url: 'https://x.test/w/x/signups',
    referralCode: null,
    source: NO_SOURCE,
    challenge: null,
    onJoined: async () => {},
    onRetrying: isRetrying => notes.push(isRetrying),
  });
  return { signup, calls, emails, notes };
}

async function join(...answers: (Answer | null)[]) {
  const { signup, calls, notes } = start(...answers);
  const outcome = signup({ email: 'ada@example.com', name: '' });
  await jest.advanceTimersByTimeAsync(60_000);
  return { outcome: await outcome, calls, notes };
}

const messageOf = (outcome: object): string => (outcome as { problem: { message: string } }).problem.message;

describe('a signup at a busy server', () => {
  it.each([
    ['the gateway’s 429', THROTTLED],
    ['502', { status: 502, body: '<html>' }],
    ['503', { status: 503 }],
    ['504', { status: 504 }],
    ['no answer', LOST],
  ])(`is sent again after %s${verifies('signups.try-again')}`, async (_, first) => {
    const { outcome, calls, notes } = await join(first, JOINED);
    expect(outcome).toMatchObject({ result: { position: 7 } });
    expect(calls).toHaveLength(2);
    expect(notes).toEqual([true, false]);
  });

  it(`is given up after 30 seconds, with longer and longer pauses${verifies('signups.try-again')}`, async () => {
    const { outcome, calls, notes } = await join(LOST);
    expect(messageOf(outcome)).toContain('couldn’t reach the server');
    expect(Math.max(...calls)).toBeGreaterThan(7_000);
    expect(Math.max(...calls)).toBeLessThanOrEqual(30_000);
    expect(calls.length).toBeGreaterThan(3);
    expect(calls.length).toBeLessThan(8);
    expect(notes.at(-1)).toBe(false);
  });

  it(`waits as long as the server asks, also where its own limit is reached${verifies('signups.try-again')}`, async () => {
    for (const body of [{ message: 'Slow down' }, { code: 'rate_limited' }]) {
      const { outcome, calls } = await join({ status: 429, body, retryAfter: '12' }, JOINED);
      expect(outcome).toMatchObject({ result: { position: 7 } });
      expect(calls).toHaveLength(2);
      expect(calls[1]).toBeGreaterThan(12_000);
      jest.restoreAllMocks();
    }
  });

  it.each([
    ['a longer wait', { status: 429, body: { code: 'rate_limited' }, retryAfter: '40' }, '40 seconds'],
    ['our limit without a time', { status: 429, body: { code: 'rate_limited' } }, 'a minute'],
    ['an error of ours', { status: 500, body: { code: 'internal_error' } }, 'went wrong on our end'],
    ['a 400', { status: 400, body: { code: 'validation_failed', error: 'No.' } }, 'No.'],
    ['a waitlist that is gone', { status: 404, body: { code: 'not_found' } }, 'no longer open'],
    ['a page of another server', { status: 404, body: '<!doctype html>' }, 'couldn’t reach the server'],
  ])(`is not sent again after %s${verifies('signups.try-again')}`, async (_, answer, sentence) => {
    const { outcome, calls } = await join(answer);
    expect(calls).toHaveLength(1);
    expect(messageOf(outcome)).toContain(sentence);
  });

  it(`that joined, and whose answer was lost, tells the truth${verifies('signups.try-again')}`, async () => {
    const lost = await join(LOST, KNOWN);
    expect(messageOf(lost.outcome)).toBe('You’re on the list. Check your inbox for a link to your place.');
    jest.restoreAllMocks();
    const never = await join(THROTTLED, KNOWN);
    expect(messageOf(never.outcome)).toContain('already on the list.');
  });

  it('sends ten requests a minute at most, retries too', async () => {
    const { signup, calls } = start({ status: 503, retryAfter: '0' });
    for (let n = 0; n < 10; n++) {
      signup({ email: `n${n}@example.com`, name: '' });
      await jest.advanceTimersByTimeAsync(5_000);
    }
    expect(calls.filter(at => at < 60_000).length).toBeLessThanOrEqual(10);
  });
});

it(`asks about a slip in the address once, and then sends what was typed${verifies('signups.suggestion')}`, async () => {
  const { signup, emails } = start(JOINED);
  const typed = { email: ' lena@gmial.com', name: '' };
  expect(await signup(typed)).toEqual({
    problem: {
      message: 'Did you mean lena@gmail.com? If lena@gmial.com is right, send it again.',
      code: 'check_email',
      alreadyJoined: false,
      details: [],
      suggestion: 'lena@gmail.com',
    },
  });
  expect(emails).toEqual([]);
  expect(await signup(typed)).toMatchObject({ result: { position: 7 } });
  expect(await signup({ email: 'lena@gnail.com', name: '' })).toMatchObject({
    problem: { suggestion: 'lena@gmail.com' },
  });
  expect(await signup({ email: 'lena@gmail.com', name: '' })).toMatchObject({ result: { position: 7 } });
  expect(emails).toEqual(['lena@gmial.com', 'lena@gmail.com']);
});
