import type { ErrorBody } from '../../../core/kernel/errors.ts';
import { Problem } from './problem.ts';
import { endSession, resumeSession } from './session.ts';

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  /** Sent as JSON; a form as it is. */
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Longer than any Lambda function may run. */
const TIMEOUT_MS = 45_000;

/** Proves that the request comes from our own page: other sites cannot send this header. */
export const OWN_REQUEST = { 'x-requested-with': 'anteroom-dashboard' } as const;

function addressOf(path: string, query: Call['query'] = {}): string {
  const url = new URL(`/api/v1${path}`, location.origin);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') url.searchParams.set(name, String(value));
  }
  return url.pathname + url.search;
}

async function send(path: string, { method = 'GET', query, body, signal }: Call): Promise<Response> {
  const isForm = body instanceof FormData;
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await fetch(addressOf(path, query), {
      method,
      headers: {
        accept: 'application/json',
        ...OWN_REQUEST,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem(0, {});
  }
}

/**
 * Calls an operation as the person who is signed in.
 * @param path - below `/api/v1`, its parts already encoded
 * @throws {Problem}
 */
export async function call<Output>(path: string, options: Call = {}): Promise<Output> {
  const response = await send(path, options);
  const json: unknown = await response.json().catch(() => null);
  if (response.ok) {
    resumeSession();
    return json as Output;
  }
  if (response.status === 401) endSession();
  const wait = Number(response.headers.get('retry-after'));
  throw new Problem(response.status, (json ?? {}) as Partial<ErrorBody>, wait > 0 ? wait * 1000 : undefined);
}
