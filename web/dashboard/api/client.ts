import type * as z from 'zod';
import type { ErrorBody } from '../../../core/kernel/errors.ts';
import { type HttpMethod, hasBody } from '../../../core/kernel/operation.ts';
import type { AnyOperation } from '../../../core/registry.ts';
import { toQuery } from '../../../packages/client/src/request.ts';
import { Problem } from './problem.ts';
import { pauseRequests } from './rate-limit.ts';
import { endSession, resumeSession } from './session.ts';

export { newIdempotencyKey } from '../../../packages/client/src/request.ts';

type Name = AnyOperation['name'];
type OperationNamed<N extends Name> = Extract<AnyOperation, { readonly name: N }>;

/** Input of an operation, by its name. `import type` keeps the service's code out of the bundle. */
export type Input<N extends Name> = z.input<OperationNamed<N>['input']>;
/** Output of an operation, by its name. */
export type Output<N extends Name> = z.output<OperationNamed<N>['output']>;

/** Method and path of every operation, which the build reads from the registry (`lib/build/dashboard-assets.ts`). */
declare const OPERATIONS: Readonly<Record<Name, readonly [method: HttpMethod, path: string]>>;

interface ApiRequest {
  readonly method: HttpMethod;
  /** Path and query. */
  readonly url: string;
  readonly body?: string | FormData;
  readonly idempotencyKey?: string;
}

/** Longer than any Lambda function may run. */
const TIMEOUT_MS = 45_000;

/** Where each member of the input travels, by the rule of `Operation` in `core/kernel/operation.ts`. */
function toRequest<N extends Name>(name: N, input: Input<N>): ApiRequest {
  const [method, path] = OPERATIONS[name];
  const members = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const url = path.replace(/\{(\w+)\}/g, (_, parameter: string) => {
    const value = members.get(parameter);
    members.delete(parameter);
    return encodeURIComponent(String(value));
  });
  if (hasBody(method)) return { method, url, body: JSON.stringify(Object.fromEntries(members)) };
  const query = toQuery(Object.fromEntries(members));
  return { method, url: query.size > 0 ? `${url}?${query}` : url };
}

async function fetchResponse(
  { method, url, body, idempotencyKey }: ApiRequest,
  signal?: AbortSignal,
): Promise<Response> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        // Proves that the request comes from our own page: other sites cannot send this header.
        'x-requested-with': 'anteroom-dashboard',
        ...(typeof body === 'string' && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body !== undefined && { body }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem(0, {});
  }
}

async function send<N extends Name>(request: ApiRequest, signal?: AbortSignal): Promise<Output<N>> {
  const response = await fetchResponse(request, signal);
  const json: unknown = await response.json().catch(() => null);
  if (response.ok) {
    resumeSession();
    return json as Output<N>;
  }
  if (response.status === 401) endSession();
  const waitMs = Number(response.headers.get('retry-after')) * 1000;
  if (response.status === 429) pauseRequests(waitMs);
  throw new Problem(response.status, (json ?? {}) as Partial<ErrorBody>, waitMs > 0 ? waitMs : undefined);
}

/**
 * Calls an operation as the signed-in user.
 * @throws {Problem}
 */
export const call = <N extends Name>(name: N, input: Input<N>, signal?: AbortSignal): Promise<Output<N>> =>
  send<N>(toRequest(name, input), signal);

/**
 * Calls an operation that is done once, however often it is tried with the same key: an answer may be lost on its way.
 * @throws {Problem}
 */
export const callOnce = <N extends Name>(
  idempotencyKey: string,
  name: N,
  input: Input<N>,
): Promise<Output<N>> => send<N>({ ...toRequest(name, input), idempotencyKey });

/** URL of an operation that the browser itself opens, such as a download. */
export const urlOf = <N extends Name>(name: N, input: Input<N>): string => toRequest(name, input).url;

/**
 * Uploads an image as a form, since JSON would need it in base64.
 * @returns its URL
 * @throws {Problem}
 */
export async function uploadImage(file: File): Promise<string> {
  const [method, url] = OPERATIONS.upload_asset;
  const body = new FormData();
  body.set('file', file);
  return (await send<'upload_asset'>({ method, url, body })).url;
}
