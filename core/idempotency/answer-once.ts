import { hash } from 'node:crypto';
import { ApiError, toApiError, ValidationError } from '../kernel/errors.ts';
import type { Creating } from '../kernel/operation.ts';
import { type Idempotency, RUNNING_SECONDS } from './idempotency-store.ts';
import { openAnswer, type Seal, sealAnswer } from './sealed-answer.ts';

/** Characters of an `Idempotency-Key` (beyond 9). */
export const KEY_MAX_LENGTH = 255;

/** A request that is answered once, however often it is sent. */
export interface IdempotentRequest {
  readonly accountId: string;
  readonly operation: string;
  /** The caller's `Idempotency-Key`. */
  readonly key: string;
  /** The parts of the request that must be the same when the key is sent again; they are hashed together. */
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

/** A request that runs: `isRepeated` if it was answered before. */
export type Running = Pick<Creating<unknown>, 'creationId' | 'isRepeated'>;

/** An answer, and whether it names people: one who is erased must not live on in it. */
export interface Ran<Answer> {
  readonly answer: Answer;
  readonly isPersonal: boolean;
}

interface Replayable<Answer> extends Pick<Ran<Answer>, 'answer'> {
  readonly isReplayed: boolean;
}

/** The answer that was kept; undefined where only the fact was, or the secret has changed since. */
function openKept<Answer>(kept: Buffer, seal: Seal): Answer | undefined {
  if (kept.length === 0) return undefined;
  try {
    return JSON.parse(openAnswer(kept, seal));
  } catch {
    return undefined;
  }
}

/** Runs a request that shows that it is alive, however long it takes. */
async function runAlive<Answer>(extend: () => Promise<void>, run: () => Promise<Answer>): Promise<Answer> {
  // The next sign of life comes in time if one fails.
  const beat = setInterval(() => extend().catch(() => {}), (RUNNING_SECONDS * 1_000) / 4);
  try {
    return await run();
  } finally {
    clearInterval(beat);
  }
}

/**
 * Runs a request, or returns what it answered the first time. The process may end at any moment: the next request with
 * the key then runs with the same `creationId`, and finds what the first one created. So does every repetition of one whose
 * answer names people.
 * @param run - returns an answer, also for a refusal, or throws what is not kept
 * @throws {ApiError} `idempotency_key_reused`, `request_in_progress`
 */
export async function answerOnce<Answer>(
  { store, secret }: Idempotency,
  { accountId, operation, key, content }: IdempotentRequest,
  run: (request: Running) => Promise<Ran<Answer>>,
): Promise<Replayable<Answer>> {
  const request = {
    accountId,
    operation,
    keyHash: hashParts([key]),
    requestHash: hashParts(content),
  };
  // Everything that can fail comes before the claim.
  const sealing = { secret: await secret(), key };
  const claim = await store.claim(request);
  if (claim.state === 'reused') throw keyReused();
  if (claim.state === 'running') throw stillRunning();
  const { creationId } = claim;
  const seal = { ...sealing, creationId };
  if (claim.state === 'answered') {
    const answer =
      openKept<Answer>(claim.answer, seal) ?? (await run({ creationId, isRepeated: true })).answer;
    return { answer, isReplayed: true };
  }
  try {
    const { answer, isPersonal } = await runAlive(
      () => store.extend(request, creationId),
      () => run({ creationId, isRepeated: false }),
    );
    const kept = isPersonal ? Buffer.alloc(0) : sealAnswer(JSON.stringify(answer), seal);
    await store.keep(request, creationId, kept);
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
