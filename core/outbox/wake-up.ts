/** Wakes the worker after work was put in the outbox. */
export interface WakeUp {
  /**
   * Returns when the worker is sure to run after everything committed so far. A wake-up that fails is no error of the
   * caller: the schedule finds what it would have announced.
   */
  wake(): Promise<void>;
  /** Has the worker run after so many seconds. Longer waits than a quarter of an hour are left to the schedule. */
  wakeAfter(seconds: number): Promise<void>;
}
