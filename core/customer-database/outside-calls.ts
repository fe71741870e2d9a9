/** Places of an account. The connector has many times as many instances (concurrency.ts). */
export const CALLS_PER_ACCOUNT = 4;
/** Longer than any call: a place that a crash left taken is free after this. */
export const CALL_LEASE_SECONDS = 20;
/** Failed connections in a row after which a database gets a pause. */
export const MAX_FAILURES = 3;
export const PAUSE_SECONDS = 30;

/** Who makes a call, and to which attached database, if it is one. */
export interface OutsideCaller {
  readonly accountId: string;
  readonly attachmentId?: string;
}

/** A place, by `id`; or why there is none, and for how long. */
export type Admission =
  | { readonly id: string; readonly refusal: null; readonly retrySeconds: null }
  | { readonly id: null; readonly refusal: 'busy' | 'unavailable'; readonly retrySeconds: number };

/** Calls in progress that wait for machines of customers, counted over all functions. */
export interface OutsideCalls {
  /** Takes a place. `unavailable`: the attached database is in a pause, or another call is trying it. */
  begin(caller: OutsideCaller): Promise<Admission>;
  /** Frees the place. @param failed - whether the attached database could not be reached */
  end(id: string, caller: OutsideCaller, failed: boolean): Promise<void>;
}
