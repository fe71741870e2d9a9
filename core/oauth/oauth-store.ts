import type { Scope } from '../kernel/scopes.ts';

/** What the library keeps of one thing, without the secret by which it is found. */
export type Payload = Readonly<Record<string, unknown>>;

/** A payload, and until when it may be used. */
export interface Kept {
  readonly payload: Payload;
  readonly expiresInSeconds: number;
}

/** A code, a refresh token, or a request that waits for a person; `kind` is the library's name for it. */
export interface ArtifactKey {
  readonly kind: string;
  readonly idHash: Buffer;
}

/** What a client may do with a grant; the consent of one person, given once. */
export interface GrantRecord extends Kept {
  readonly id: string;
  readonly accountId: string;
  readonly clientId: string;
  readonly scopes: readonly Scope[];
}

/** Everything of the authorization server that outlives a request. Secrets reach it as hashes only. */
export interface OAuthStore {
  /** @returns seconds until the network may register another client; 0 when this one was counted. */
  admitRegistration(network: Buffer): Promise<number>;
  /** @returns seconds until the network may begin another authorization; 0 when this one was counted. */
  admitAuthorization(network: Buffer): Promise<number>;

  findClient(id: string): Promise<Payload | null>;
  saveClient(id: string, name: string, metadata: Payload): Promise<void>;

  findGrant(id: string): Promise<Payload | null>;
  saveGrant(grant: GrantRecord): Promise<void>;
  /** Ends a consent, and with it at once every code and token that came of it. */
  endGrant(id: string): Promise<void>;
  /** The scopes of the latest consent that still stands; null when there is none. */
  grantedScopes(accountId: string, clientId: string): Promise<readonly Scope[] | null>;

  findAccessToken(hash: Buffer): Promise<Payload | null>;
  saveAccessToken(
    token: Kept & { readonly hash: Buffer; readonly grantId: string; readonly scopes: readonly Scope[] },
  ): Promise<void>;
  endAccessToken(hash: Buffer): Promise<void>;

  /** `consumedSecondsAgo` is null for what was not consumed. */
  findArtifact(
    key: ArtifactKey,
  ): Promise<{ readonly payload: Payload; readonly consumedSecondsAgo: number | null } | null>;
  saveArtifact(artifact: Kept & ArtifactKey & { readonly grantId: string | null }): Promise<void>;
  /** @returns whether it was this call that consumed it. Of any number at the same time, one is told so. */
  consumeArtifact(key: ArtifactKey): Promise<boolean>;
  endArtifact(key: ArtifactKey): Promise<void>;

  /** Forgets what has expired, and clients that nobody uses. */
  sweep(): Promise<void>;
}
