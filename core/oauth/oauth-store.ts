import type { Networks } from '../kernel/networks.ts';
import type { RateLimit } from '../kernel/rate-limit.ts';
import type { Scope } from '../kernel/scopes.ts';

/** Registrations of clients from one network. */
export const REGISTRATION_LIMIT: RateLimit = { requests: 20, windowSeconds: 600 };
/** Authorizations begun from one network. Each is stored for an hour. */
export const AUTHORIZATION_LIMIT: RateLimit = { requests: 60, windowSeconds: 600 };
/** Refreshes of one consent. Each stores two tokens, one of them for a month. */
export const REFRESH_LIMIT: RateLimit = { requests: 60, windowSeconds: 600 };

/** How long a client that asked for a scope, and did not get it, is told so instead of being asked to ask again. */
export const CHALLENGE_SECONDS = 600;

/** How many days an unused client is kept: after its last use, or after registration if never used. */
export const CLIENT_DAYS = { used: 90, neverUsed: 7 } as const;

/** A record of the library, without the secret that finds it. */
export type Payload = Readonly<Record<string, unknown>>;

/** A payload, and how long it may be used. */
export interface Kept {
  readonly payload: Payload;
  readonly expiresInSeconds: number;
}

/** A code, a refresh token, or a request that waits for a person. `kind` is the library's name for it. */
export interface ArtifactKey {
  readonly kind: string;
  readonly idHash: Buffer;
}

/** A person's decision about a client. */
export interface Consent {
  readonly scopes: readonly Scope[];
  /** Once deselected, and not allowed since. */
  readonly declined: readonly Scope[];
}

/** One person's consent for one client. */
export interface GrantRecord extends Kept, Consent {
  readonly id: string;
  readonly accountId: string;
  readonly clientId: string;
}

/** A token that was challenged for a scope. */
export interface ScopeChallenge {
  readonly grantId: string;
  readonly scope: Scope;
  readonly tokenHash: Buffer;
}

/** Which tokens were challenged for a scope. */
export interface ScopeChallenges {
  /** @returns false where the same consent was challenged with another token in the last {@link CHALLENGE_SECONDS} */
  admit(challenge: ScopeChallenge): Promise<boolean>;
}

/** The store of the authorization server. Secrets reach it as hashes only. */
export interface OAuthStore {
  /** @returns seconds until the network may register another client; 0 when this one was counted. */
  admitRegistration(networks: Networks): Promise<number>;
  /** @returns seconds until the network may begin another authorization; 0 when this one was counted. */
  admitAuthorization(networks: Networks): Promise<number>;
  /** @returns seconds until the consent's tokens may be refreshed again; 0 when this refresh was counted. */
  admitRefresh(grantId: string): Promise<number>;

  findClient(id: string): Promise<Payload | null>;
  saveClient(id: string, name: string, metadata: Payload): Promise<void>;

  findGrant(id: string): Promise<Payload | null>;
  saveGrant(grant: GrantRecord): Promise<void>;
  /** Ends a consent, with all its codes and tokens, at once. */
  endGrant(id: string): Promise<void>;
  /** The latest valid consent; null when there is none. */
  latestConsent(accountId: string, clientId: string): Promise<Consent | null>;

  findAccessToken(hash: Buffer): Promise<Payload | null>;
  saveAccessToken(
    token: Kept & { readonly hash: Buffer; readonly grantId: string; readonly scopes: readonly Scope[] },
  ): Promise<void>;
  endAccessToken(hash: Buffer): Promise<void>;

  /** `consumedSecondsAgo` is null until it is consumed. */
  findArtifact(
    key: ArtifactKey,
  ): Promise<{ readonly payload: Payload; readonly consumedSecondsAgo: number | null } | null>;
  saveArtifact(artifact: Kept & ArtifactKey & { readonly grantId: string | null }): Promise<void>;
  /** @returns true for exactly one of any number of parallel calls */
  consumeArtifact(key: ArtifactKey): Promise<boolean>;
  endArtifact(key: ArtifactKey): Promise<void>;

  /** Deletes what has expired, and unused clients. */
  sweep(): Promise<void>;
}
