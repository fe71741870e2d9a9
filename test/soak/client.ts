import { writeFile } from 'node:fs/promises';
import { ERROR_STATUS, type ErrorBody } from '../../core/kernel/errors.ts';
import { DASHBOARD_HEADER } from '../../core/sessions/session-store.ts';
import type { Exchange, Kind, Ledger } from './ledger.ts';
import type { SoakList } from './lists.ts';

export interface Request {
  readonly kind: Kind;
  readonly list: SoakList;
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
  /** Sent as a form, instead of `body`. */
  readonly form?: Readonly<Record<string, string>>;
  /** Default: a visitor. */
  readonly as?: 'key' | 'person';
  /** The visitor's address. */
  readonly address?: string;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  /** Where it leads. */
  readonly location: string | null;
  /** The body, if it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: the load reads members of bodies that it then compares
  readonly body: any;
}

/** Sends a request and records what came of it. @returns null when the connection broke or nothing came */
export type Send = (request: Request) => Promise<Answer | null>;

/** Longer than the service may take, and longer than any fault. */
const TIMEOUT_MS = 60_000;

function headersOf({ list, as, address, body }: Request): Record<string, string> {
  return {
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(address !== undefined && { 'x-forwarded-for': address }),
    ...(as === 'key' && { authorization: `Bearer ${list.key}` }),
    ...(as === 'person' && {
      cookie: `anteroom=${list.session}`,
      'sec-fetch-site': 'same-origin',
      [DASHBOARD_HEADER.header]: DASHBOARD_HEADER.value,
    }),
  };
}

/** The error of an answer. A tool's is in its result, with a status of 200. */
function errorOf({ body }: Answer): Partial<ErrorBody> {
  if (body?.result?.isError) return JSON.parse(body.result.content[0].text);
  return body?.code === undefined ? {} : body;
}

async function ask(url: string, request: Request): Promise<{ answer: Answer; retryAfter: string | null }> {
  const { method = 'GET', path, body, form } = request;
  const response = await fetch(new URL(path, url), {
    method,
    headers: headersOf(request),
    signal: AbortSignal.timeout(TIMEOUT_MS),
    redirect: 'manual',
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(form !== undefined && { body: new URLSearchParams(form) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return {
    answer: {
      status: response.status,
      text,
      location: response.headers.get('location'),
      body: isJson ? JSON.parse(text) : null,
    },
    retryAfter: response.headers.get('retry-after'),
  };
}

export function createSend(url: string, ledger: Ledger): Send {
  return async request => {
    const { kind, list } = request;
    const at = ledger.now();
    const asked = await ask(url, request).catch(() => null);
    const exchange = { at, ms: ledger.now() - at, kind, list: list.slug };
    if (!asked) {
      ledger.exchanges.push({ ...exchange, status: null, code: null, hasRetryAfter: false });
      return null;
    }
    const { answer, retryAfter } = asked;
    const { code = null } = errorOf(answer);
    const isToolError = kind === 'agent' && answer.status === 200 && code !== null;
    const status = isToolError ? ERROR_STATUS[code] : answer.status;
    // Tools have no headers: their error says in words when to try again.
    ledger.exchanges.push({ ...exchange, status, code, hasRetryAfter: retryAfter !== null || isToolError });
    return answer;
  };
}

/** Writes every request and answer to a file, as lines of JSON. */
export async function writeExchanges(file: string, exchanges: readonly Exchange[]): Promise<void> {
  await writeFile(file, exchanges.map(exchange => `${JSON.stringify(exchange)}\n`).join(''));
}
