import type { DigestKey } from '../kernel/digest-key.ts';

/** How long a key counts, in hours (beyond 9). */
export const KEPT_HOURS = 24;

/** How long after its last sign of life a request counts as running, in seconds. */
export const RUNNING_SECONDS = 60;

/** A request with an `Idempotency-Key`. The hashes are SHA-256. */
export interface KeyedRequest {
  readonly accountId: string;
  readonly operation: string;
  readonly keyHash: Buffer;
  readonly requestHash: Buffer;
}

/** Whether a request may run: once for each key, and again if it ended without an answer. */
export type Claim =
  | { readonly state: 'run'; readonly creationId: string }
  | { readonly state: 'running' }
  | { readonly state: 'answered'; readonly creationId: string; readonly answer: Buffer }
  /** With another path or body. */
  | { readonly state: 'reused' };

/** The services that keep answers. */
export interface Idempotency {
  readonly store: IdempotencyStore;
  /** A secret that is not in the database. */
  readonly secret: () => Promise<DigestKey>;
}

export interface IdempotencyStore {
  claim(request: KeyedRequest): Promise<Claim>;
  /** A sign of life of a request that runs. */
  extend(request: KeyedRequest, creationId: string): Promise<void>;
  /** Keeps the answer of a request that ran; an empty one says only that it ran. */
  keep(request: KeyedRequest, creationId: string, answer: Buffer): Promise<void>;
  /** Lets the request run again at once. */
  release(request: KeyedRequest, creationId: string): Promise<void>;
  /** Removes what no longer counts. */
  sweep(): Promise<void>;
}
