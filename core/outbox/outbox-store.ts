/** A claim on a job. A later claim by another worker voids it. */
export interface OutboxClaim {
  readonly id: string;
  /** How often the job has been claimed, including this time. */
  readonly attempts: number;
}

/** A job claimed for a limited time. */
export interface OutboxJob extends OutboxClaim {
  readonly kind: string;
  readonly waitlistId: string;
  readonly payload: unknown;
  readonly createdAt: Date;
}

/** How many jobs of a kind to claim. */
export interface LaneRoom {
  readonly kind: string;
  readonly room: number;
  /** The most jobs of one account in progress, over all workers; null for any number. */
  readonly perAccount: number | null;
}

/**
 * Jobs, run at least once each. Calls with a lost claim (the lease ended and another worker took the job)
 * change nothing and report it.
 */
export interface OutboxStore {
  /**
   * Claims due jobs: one of each account in turn, and of each account its oldest. Two workers never hold the
   * same job unless the first lets its lease end.
   */
  claim(options: {
    readonly lanes: readonly LaneRoom[];
    readonly leaseSeconds: number;
  }): Promise<readonly OutboxJob[]>;
  /** Removes finished jobs. @returns how many claims still held */
  complete(claims: readonly OutboxClaim[]): Promise<number>;
  /** Replaces a job that has more to do with a new one, due at once. */
  again(claim: OutboxClaim): Promise<boolean>;
  /** Returns a job that failed or has to wait, due after the delay. */
  retry(
    claim: OutboxClaim,
    options: { readonly delaySeconds: number; readonly error: string },
  ): Promise<boolean>;
  /** Parks a job for a person to look at. It is not claimed again. */
  park(claim: OutboxClaim, error: string): Promise<boolean>;
  /** Parked jobs, and for how many seconds the oldest job has been due (0: none is). */
  backlog(): Promise<OutboxBacklog>;
}

export interface OutboxBacklog {
  readonly parked: number;
  readonly overdueSeconds: number;
}

/** Wakes the worker after jobs were added. */
export interface WakeUp {
  /**
   * After this returns, the worker will run after everything committed so far. A failed wake-up is not the
   * caller's problem: the schedule finds the jobs.
   */
  wake(): Promise<void>;
  /** Schedules the worker. Waits above 15 minutes are left to the schedule. */
  wakeAfter(seconds: number): Promise<void>;
}
