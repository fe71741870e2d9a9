import type { NewSignup } from './signup-store.ts';

/** Adds the people that the owner of a waitlist sends. Idempotent by `entryId`. */
export interface AdditionStore {
  /**
   * Joins them like `SignupStore.join`, in their order, all or nothing. Nothing changes for people who are on the list.
   * @returns false if there is no such waitlist
   */
  join(waitlistId: string, signups: readonly NewSignup[]): Promise<boolean>;
  /**
   * Mails them the link to confirm their address, like `PendingStore.add`.
   * @returns false if there is no such waitlist
   */
  addPending(waitlistId: string, signups: readonly NewSignup[]): Promise<boolean>;
}
