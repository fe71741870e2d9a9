import type { Scope } from '../kernel/scopes.ts';

/** A person's consent for an app, until it expires or is revoked. */
export interface AgentRecord {
  /** Id of the consent. */
  readonly id: string;
  /** The app's own name for itself. */
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  /** To the minute; null if no token was ever used. */
  readonly lastUsedAt: Date | null;
}

export interface AgentStore {
  /** Newest first. */
  list(accountId: string): Promise<AgentRecord[]>;
  /** Ends a consent with all its tokens and codes. @returns false if it is not the account's */
  remove(accountId: string, id: string): Promise<boolean>;
}

/** The services of this domain's operations. */
export interface AgentServices {
  readonly agents: AgentStore;
}
