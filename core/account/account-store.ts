import type { PlanId } from '../kernel/plans.ts';
import type { Scope } from '../kernel/scopes.ts';

/** A stored account. */
export interface AccountRecord {
  readonly id: string;
  /** As it was given; unique ignoring case. */
  readonly email: string;
  readonly plan: PlanId;
  readonly createdAt: Date;
}

/** What is kept of an API key: everything but the key. */
export interface ApiKeyRecord {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** What a person recognises the key by. */
  readonly prefix: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  /** To the minute; null for one that was never used. */
  readonly lastUsedAt: Date | null;
  readonly revokedAt: Date | null;
}

/** Accounts and their keys, for those who administer them: the admin command, and the dashboard. */
export interface AccountStore {
  findAccount(email: string): Promise<AccountRecord | null>;
  /** Of concurrent calls with one email exactly one gets through. */
  insertAccount(account: { email: string; plan: PlanId }): Promise<AccountRecord | 'email_taken'>;
  setPlan(email: string, plan: PlanId): Promise<AccountRecord | null>;
  /** With everything that is its own; signups are purged and domains taken down by jobs. @returns whether there was one */
  deleteAccount(id: string): Promise<boolean>;
  insertKey(
    accountId: string,
    key: { name: string; prefix: string; secretHash: Buffer; scopes: readonly Scope[] },
  ): Promise<ApiKeyRecord>;
  /** Those that are not revoked, newest first. */
  listKeys(accountId: string): Promise<ApiKeyRecord[]>;
  /** How many those are. */
  countKeys(accountId: string): Promise<number>;
  /** A key that is revoked already stays revoked since then. */
  revokeKey(id: string): Promise<ApiKeyRecord | null>;
  /** @returns false for a key that is not the account's, or is revoked already. */
  revokeKeyOf(accountId: string, id: string): Promise<boolean>;
}
