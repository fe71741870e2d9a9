import { AnteroomError, type ErrorBody } from './errors.ts';
import type { ApiRequest } from './request.ts';
import type { RequestOptions } from './types.ts';

/** A JSON object. */
export type Body = Readonly<Record<string, unknown>>;

export interface Sending {
  readonly fetch: typeof fetch;
  /** Of one try, in milliseconds. */
  readonly timeout: number;
  readonly maxRetries: number;
}

const FIRST_PAUSE_MS = 500;
/** The rate limit never asks for more. Who is asked to wait longer gets the error. */
const LONGEST_PAUSE_MS = 60_000;
/** Busy, or a proxy that did not reach the service. */
const BUSY = [429, 502, 503, 504];

/** An earlier try may still be running: its answer is the answer of this one. */
const isWorthARetry = ({ status, code }: AnteroomError): boolean =>
  code === 'unreachable' || code === 'timeout' || code === 'request_in_progress' || BUSY.includes(status);

/** `Retry-After` in seconds. A proxy may name a date. */
function readRetryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after') ?? '';
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1_000;
  return Number.isNaN(seconds) ? undefined : Math.max(0, Math.ceil(seconds));
}

function readObject(text: string): Body | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Body) : null;
  } catch {
    return null;
  }
}

/** Why a response is not an answer. */
function toError({ status, type, headers }: Response, url: string, body: Body | null): AnteroomError {
  const retryAfter = readRetryAfter(headers);
  const { code, error, requestId = headers.get('x-request-id') ?? undefined } = (body ?? {}) as ErrorBody;
  if (code !== undefined && status >= 400)
    return new AnteroomError(error, { code, status, body: { ...body, requestId } as ErrorBody, retryAfter });
  const isRedirect = type === 'opaqueredirect' || (status >= 300 && status < 400);
  const location = headers.get('location');
  const what = isRedirect
    ? `redirects${location === null ? '' : ` to ${location}`}`
    : `answered ${status} with ${headers.get('content-type') ?? 'no content type'}`;
  const advice = status < 500 ? '. Is baseUrl right?' : '';
  return new AnteroomError(`${url} ${what}, which is not an answer of Anteroom${advice}`, {
    code: 'invalid_response',
    status,
    body: { requestId } as ErrorBody,
    retryAfter,
  });
}

/** Calls with a signal that ends the work when the caller wants, or after some time. */
async function within<T>(
  ms: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer?.throwIfAborted();
  const controller = new AbortController();
  const end = () => controller.abort(outer?.reason);
  const timer = setTimeout(end, ms);
  outer?.addEventListener('abort', end);
  try {
    return await work(controller.signal);
  } catch (cause) {
    outer?.throwIfAborted();
    if (cause instanceof AnteroomError) throw cause;
    throw controller.signal.aborted
      ? new AnteroomError(`No answer within ${ms} ms`, { code: 'timeout', cause })
      : new AnteroomError('The server cannot be reached', { code: 'unreachable', cause });
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener('abort', end);
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const wake = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', wake);
      resolve();
    }, ms);
    signal?.addEventListener('abort', wake, { once: true });
  });
}

interface Answered {
  readonly response: Response;
  readonly body: Body;
}

const tryOnce = (
  { url, ...init }: ApiRequest,
  { fetch, timeout }: Sending,
  signal: AbortSignal | undefined,
): Promise<Answered> =>
  within(timeout, signal, async ending => {
    // A followed redirect turns a POST into a GET.
    const response = await fetch(url, { ...init, redirect: 'manual', signal: ending });
    const body = readObject(await response.text());
    if (!response.ok || body === null) throw toError(response, url, body);
    return { response, body };
  });

/** @returns how long to wait before another try, in milliseconds; null: there is none */
function pauseBefore(retry: number, error: unknown): number | null {
  if (!(error instanceof AnteroomError) || !isWorthARetry(error)) return null;
  const asked = (error.retryAfter ?? 0) * 1_000;
  // Clients that failed at the same moment do not come back at the same moment.
  const backoff = FIRST_PAUSE_MS * 2 ** retry * (0.5 + Math.random() / 2);
  return asked > LONGEST_PAUSE_MS ? null : Math.max(asked, backoff);
}

/**
 * Sends a request, and again while the server is busy or unreachable, with the same `Idempotency-Key`: it is done once.
 * @throws {AnteroomError}
 */
export async function send(
  request: ApiRequest,
  sending: Sending,
  { signal, onResponse }: RequestOptions,
): Promise<Body> {
  let answered: Answered | undefined;
  for (let retry = 0; !answered; retry++) {
    try {
      answered = await tryOnce(request, sending, signal);
    } catch (error) {
      const ms = retry < sending.maxRetries ? pauseBefore(retry, error) : null;
      if (ms === null) throw error;
      await pause(ms, signal);
    }
  }
  onResponse?.(answered.response);
  return answered.body;
}
