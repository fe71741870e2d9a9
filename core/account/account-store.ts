import type { PlanId } from '../kernel/plans.ts';

export interface AccountRecord {
  readonly id: string;
  /** As entered; unique ignoring case. */
  readonly email: string;
  readonly plan: PlanId;
  readonly createdAt: Date;
}

/** Accounts, for the admin command and the dashboard. */
export interface AccountStore {
  findAccount(email: string): Promise<AccountRecord | null>;
  /** Of concurrent calls with one email, exactly one succeeds. */
  insertAccount(account: { email: string; plan: PlanId }): Promise<AccountRecord | 'email_taken'>;
  setPlan(email: string, plan: PlanId): Promise<AccountRecord | null>;
  /** Whether replies to the emails of its waitlists go to its address. */
  getsReplies(id: string): Promise<boolean>;
  /** @param digest - the keyed digest of its address, to which replies go from now on; null: they do not */
  setReplyTo(id: string, digest: Buffer | null): Promise<void>;
  /** With everything that is its own; signups are purged and domains taken down by jobs. @returns whether there was one */
  deleteAccount(id: string): Promise<boolean>;
}
