import type { Scope } from '../kernel/scopes.ts';

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

/** API keys, for the admin command and the dashboard. */
export interface ApiKeyStore {
  /** Inserts a key unless the account already has `limit` active keys; exact under concurrency. */
  insert(
    accountId: string,
    key: { name: string; prefix: string; secretHash: Buffer; scopes: readonly Scope[] },
    limit: number,
  ): Promise<ApiKeyRecord | 'limit_reached'>;
  /** Active keys, newest first. */
  list(accountId: string): Promise<ApiKeyRecord[]>;
  /** A revoked key keeps its date. */
  revoke(id: string): Promise<ApiKeyRecord | null>;
  /** @returns false for a key that is not the account's, or is revoked already. */
  revokeOf(accountId: string, id: string): Promise<boolean>;
}
