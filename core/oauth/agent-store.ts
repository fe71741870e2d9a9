import type { Scope } from '../kernel/scopes.ts';

/** A consent that a person gave a program, which holds until it expires or is taken back. */
export interface AgentRecord {
  /** Of the consent. */
  readonly id: string;
  /** As the program calls itself. */
  readonly name: string;
  readonly redirectUris: readonly string[];
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  /** To the minute; null when no token of it was ever used. */
  readonly lastUsedAt: Date | null;
}

export interface AgentStore {
  /** Newest first. */
  list(accountId: string): Promise<AgentRecord[]>;
  /** Ends a consent, and with it every token and code. @returns false for one that is not the account's */
  remove(accountId: string, id: string): Promise<boolean>;
}

/** What the operations of this domain need. */
export interface AgentServices {
  readonly agents: AgentStore;
}
