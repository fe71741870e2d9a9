/** A claim on a job. A later claim by another worker voids it. */
export interface OutboxClaim {
  readonly id: string;
  /** How often the job has been claimed, including this time: so `id` and `attempts` name this claim. */
  readonly attempts: number;
}

/** A job claimed for a limited time. */
export interface OutboxJob<Payload = unknown> extends OutboxClaim {
  /** How often it failed before. */
  readonly failures: number;
  readonly kind: string;
  /** The name of its lane: its kind, unless it moved. */
  readonly lane: string;
  readonly waitlistId: string;
  readonly payload: Payload;
  readonly createdAt: Date;
}

/** The fate of a claimed job. */
export type JobFate =
  | { readonly fate: 'done' }
  /** Has more to do: replaced with a new job, due at once. */
  | { readonly fate: 'more' }
  /** Due at once in another lane. */
  | { readonly fate: 'moved'; readonly lane: string }
  /** Due again after the delay. Only `retried` counts as a failure. */
  | { readonly fate: 'postponed' | 'retried'; readonly delaySeconds: number; readonly reason: string }
  /** Failed for a day. Tried again once a day from now on ({@link OutboxStore.retryParked}). */
  | { readonly fate: 'parked'; readonly reason: string };

export type JobEnd = OutboxClaim & JobFate;

/** How many jobs of a lane to claim. */
export interface LaneRoom {
  readonly lane: string;
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
  /** Saves what became of several jobs, all or nothing. @returns how many claims still held */
  end(ends: readonly JobEnd[]): Promise<number>;
  /**
   * Makes jobs due that were parked a day ago. Many block others, as a webhook's job blocks all its events, so
   * none may wait for a person.
   */
  retryParked(): Promise<void>;
  /** Takes over the jobs in other lanes that the release before left: it gave them kinds of their own. */
  adoptMoved(): Promise<void>;
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
