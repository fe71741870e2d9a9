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
