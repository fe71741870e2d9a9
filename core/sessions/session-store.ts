import type { AccountRecord } from '../account/account-store.ts';

/** A person who is signed in, on one browser. */
export interface Session {
  readonly id: string;
  readonly account: AccountRecord;
  readonly createdAt: Date;
}

/** An attempt to sign in, as it is noted before its message is sent. Digests and hashes are 32 bytes. */
export interface SignInAttempt {
  readonly id: string;
  readonly email: string;
  readonly emailDigest: Buffer;
  /** Keyed digest of the network that asks. */
  readonly network: Buffer;
  readonly codeDigest: Buffer;
  readonly linkHash: Buffer;
  readonly browserHash: Buffer;
  readonly returnTo: string;
}

/** The session to be, and the one that the same browser had. */
export interface SessionSecrets {
  readonly secretHash: Buffer;
  readonly previousHash: Buffer | null;
}

export type SignInOutcome =
  | { readonly outcome: 'signed_in'; readonly returnTo: string }
  /** A wrong code; there are tries left. */
  | { readonly outcome: 'wrong' }
  /** Used, expired, tried too often, or never there. */
  | { readonly outcome: 'gone' };

export interface SessionStore {
  /** Null when it is unknown, ended or expired. */
  find(secretHash: Buffer): Promise<Session | null>;
  /** @returns seconds until the address or the network may try again; 0 when the attempt was noted. */
  begin(attempt: SignInAttempt): Promise<number>;
  /** Each try is counted; a right one makes the session, and the account on the first time. */
  signInByCode(
    code: { readonly attemptId: string; readonly browserHash: Buffer; readonly codeDigest: Buffer },
    secrets: SessionSecrets,
  ): Promise<SignInOutcome>;
  signInByLink(linkHash: Buffer, secrets: SessionSecrets): Promise<SignInOutcome>;
  end(secretHash: Buffer): Promise<void>;
  /** Signs the account out everywhere. */
  endAll(accountId: string): Promise<void>;
  /** Forgets what has expired. */
  sweep(): Promise<void>;
}
