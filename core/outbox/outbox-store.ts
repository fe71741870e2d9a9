/** A claim on a job: the job, and which of its claims this is. A later claim by another worker voids it. */
export interface OutboxClaim {
  readonly id: string;
  /** How often the job has been claimed, this time included. */
  readonly attempts: number;
}

/** Work that must follow a commit, claimed for a time. */
export interface OutboxJob extends OutboxClaim {
  readonly kind: string;
  readonly waitlistId: string;
  readonly payload: unknown;
  readonly createdAt: Date;
}

/**
 * The jobs to be done, at least once each. Whatever is called with a claim that was lost (the lease ended and another
 * worker took the job) changes nothing and says so.
 */
export interface OutboxStore {
  /**
   * Takes due jobs, longest due first. Two workers never hold the same one, unless the first lets its lease end: then
   * the job is due again, as if the worker had been killed.
   */
  claim(options: { readonly limit: number; readonly leaseSeconds: number }): Promise<readonly OutboxJob[]>;
  /** Removes done jobs. @returns how many of the claims still held. */
  complete(claims: readonly OutboxClaim[]): Promise<number>;
  /** Replaces a job that went well but has more to do by a new one like it, due at once. */
  again(claim: OutboxClaim): Promise<boolean>;
  /** Gives a job back that failed or has to wait, due after the delay. */
  retry(
    claim: OutboxClaim,
    options: { readonly delaySeconds: number; readonly error: string },
  ): Promise<boolean>;
  /** Puts a job aside for a person to look at; it is not claimed again. */
  park(claim: OutboxClaim, error: string): Promise<boolean>;
  /** What is left: jobs put aside, and for how many seconds the longest due has been (0: none is). */
  backlog(): Promise<OutboxBacklog>;
}

export interface OutboxBacklog {
  readonly parked: number;
  readonly overdueSeconds: number;
}
