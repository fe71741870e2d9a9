import type { PlanId } from '../kernel/plans.ts';
import type { Scope } from '../kernel/scopes.ts';

export interface AccountRecord {
  readonly id: string;
  /** As entered; unique ignoring case. */
  readonly email: string;
  readonly plan: PlanId;
  readonly createdAt: Date;
}

/** A stored API key, without the key itself. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** How people recognize the key. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  /** To the minute; null if never used. */
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** Accounts and their keys, for the admin command and the dashboard. */
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
  /** Inserts a key unless the account already has `limit` active keys; exact under concurrency. */
  insertKey(
    accountId: string,
    key: { name: string; prefix: string; secretHash: Buffer; scopes: readonly Scope[] },
    limit: number,
  ): Promise<ApiKeyRecord | 'limit_reached'>;
  /** Active keys, newest first. */
  listKeys(accountId: string): Promise<ApiKeyRecord[]>;
  /** A revoked key keeps its date. */
  revokeKey(id: string): Promise<ApiKeyRecord | null>;
  /** @returns false for a key that is not the account's, or is revoked already. */
  revokeKeyOf(accountId: string, id: string): Promise<boolean>;
}
