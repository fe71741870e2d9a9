import type { AccountRecord } from '../account/account-store.ts';
import type { Networks } from '../kernel/networks.ts';

/** A person who is signed in, in one browser. */
export interface Session {
  readonly id: string;
  readonly account: AccountRecord;
  readonly createdAt: Date;
}

/** An attempt to sign in, stored before its message is sent. Digests and hashes are 32 bytes. */
export interface SignInAttempt {
  readonly id: string;
  readonly email: string;
  /** Keyed digest of the mailbox. */
  readonly mailboxDigest: Buffer;
  readonly networks: Networks;
  readonly codeDigest: Buffer;
  readonly linkHash: Buffer;
  readonly browserHash: Buffer;
  readonly returnTo: string;
}

/** The new session's secret, and the one the browser had before. */
export interface SessionSecrets {
  readonly secretHash: Buffer;
  readonly previousHash: Buffer | null;
}

export type SignInOutcome =
  | { readonly outcome: 'signed_in'; readonly returnTo: string }
  /** A wrong code, with guesses left. */
  | { readonly outcome: 'wrong' }
  /** Used, expired, guessed too often, from another browser, or unknown. */
  | { readonly outcome: 'gone' };

export interface SessionStore {
  /** Null when it is unknown, ended or expired. */
  find(secretHash: Buffer): Promise<Session | null>;
  /**
   * Stores an attempt, unless the mailbox got too many messages or the network asked too often.
   * @returns seconds until it may be tried again; 0 when it was stored
   */
  begin(attempt: SignInAttempt): Promise<number>;
  /** Counts each guess. The right code creates the session, and on the first sign-in the account. */
  signInByCode(
    code: { readonly attemptId: string; readonly browserHash: Buffer; readonly codeDigest: Buffer },
    secrets: SessionSecrets,
  ): Promise<SignInOutcome>;
  /** Whom a link would sign in; null when it is unknown, used, or expired. */
  findLinkEmail(linkHash: Buffer): Promise<string | null>;
  signInByLink(linkHash: Buffer, secrets: SessionSecrets): Promise<SignInOutcome>;
  end(secretHash: Buffer): Promise<void>;
  /** Signs the account out everywhere. */
  endAll(accountId: string): Promise<void>;
  /** Deletes expired attempts and sessions. */
  sweep(): Promise<void>;
}

/**
 * The header that marks requests of the dashboard. Pages of other sites cannot set it: that needs a preflight, which we
 * never allow.
 */
export const DASHBOARD_HEADER = { header: 'x-requested-with', value: 'anteroom-dashboard' } as const;
