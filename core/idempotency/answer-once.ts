import { hash } from 'node:crypto';
import { ApiError, toApiError, ValidationError } from '../kernel/errors.ts';
import type { IdempotencyStore } from './idempotency-store.ts';
import { openAnswer, sealAnswer } from './sealed-answer.ts';

/** Characters of an `Idempotency-Key` (beyond 9). */
export const KEY_MAX_LENGTH = 255;

/** A request that is answered once, however often it is sent. */
export interface IdempotentRequest {
  readonly accountId: string;
  readonly operation: string;
  /** The caller's `Idempotency-Key`. */
  readonly key: string;
  /** What must be the same when the key is sent again, in parts that are hashed together. */
  readonly content: readonly (string | Buffer)[];
}

/** @throws {ValidationError} for a key that is empty or too long. `name` is what the caller sent it in. */
export function checkKey(name: string, key: unknown): void {
  if (typeof key !== 'string' || key.length < 1 || key.length > KEY_MAX_LENGTH)
    throw ValidationError.at(name, `must have 1 to ${KEY_MAX_LENGTH} characters`);
}

/** Each part with its length, so that no two lists of parts are the same bytes. */
function hashParts(parts: readonly (string | Buffer)[]): Buffer {
  const framed = parts.flatMap(part => {
    const bytes = Buffer.from(part as string);
    return [Buffer.from(`${bytes.length}:`), bytes];
  });
  return hash('sha256', Buffer.concat(framed), 'buffer');
}

const keyReused = (): ApiError =>
  new ApiError('idempotency_key_reused', 'This Idempotency-Key was used for another request', {
    resolution: 'Send a new key with each new request, and the same key only to repeat one.',
  });

/** Most requests end much sooner than they may. */
const RETRY_SECONDS = 2;

const stillRunning = (): ApiError =>
  new ApiError('request_in_progress', 'The first request with this Idempotency-Key is still running', {
    headers: { 'retry-after': String(RETRY_SECONDS) },
    resolution: 'Send the same request again in a few seconds to get its answer.',
  });

/** A failure that may pass: the same request runs again. */
const isPassing = ({ status }: ApiError): boolean => status >= 500 || status === 429;

/**
 * Runs a request, or returns what it answered the first time. The process may end at any moment: the next request with
 * the key then runs with the same `creationId`, and finds what the first one created.
 * @param run - returns an answer to keep, also for a refusal, or throws what is not kept
 * @throws {ApiError} `idempotency_key_reused`, `request_in_progress`
 */
export async function answerOnce<Answer>(
  store: IdempotencyStore,
  { accountId, operation, key, content }: IdempotentRequest,
  run: (creationId: string) => Promise<Answer>,
): Promise<{ readonly answer: Answer; readonly isReplayed: boolean }> {
  const request = {
    accountId,
    operation,
    keyHash: hashParts([key]),
    requestHash: hashParts(content),
  };
  const claim = await store.claim(request);
  if (claim.state === 'reused') throw keyReused();
  if (claim.state === 'running') throw stillRunning();
  const { creationId } = claim;
  if (claim.state === 'answered')
    return { answer: JSON.parse(openAnswer(claim.answer, key, creationId)), isReplayed: true };
  try {
    const answer = await run(creationId);
    await store.keep(request, creationId, sealAnswer(JSON.stringify(answer), key, creationId));
    return { answer, isReplayed: false };
  } catch (thrown) {
    // If this fails too, the request can run again when its time is over.
    await store.release(request, creationId).catch(() => {});
    throw thrown;
  }
}

/** Turns a refusal into an answer that is kept. @throws what may pass */
export function refusalOf(thrown: unknown): ApiError {
  const error = toApiError(thrown);
  if (isPassing(error)) throw thrown;
  return error;
}
